/* bare FILE SECONDS: prepared rows into the fix table, 200 a transaction, synchronous=FULL. Prints rows a second. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
    sqlite3 *database;
    sqlite3_stmt *insert;
    if (count < 3 || sqlite3_open(arguments[1], &database)) return 1;
    sqlite3_exec(database, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=2000;"
        "CREATE TABLE fix (tracker_id BLOB NOT NULL, fixed_at INTEGER NOT NULL, received_at INTEGER NOT NULL, format TEXT NOT NULL,"
        "latitude REAL NOT NULL, longitude REAL NOT NULL, accuracy REAL, altitude REAL, speed REAL, heading REAL, battery INTEGER,"
        "PRIMARY KEY (tracker_id, fixed_at)) WITHOUT ROWID", 0, 0, 0);
    sqlite3_prepare_v2(database, "INSERT INTO fix VALUES (?,?,?,?,?,?,?,?,?,?,?)", -1, &insert, 0);
    double begin = now(), limit = atof(arguments[2]);
    long rows = 0;
    unsigned char tracker[16] = {1};
    while (now() - begin < limit) {
        long batch = rows / 200;
        memcpy(tracker, &(long){batch % 600}, sizeof(long));
        sqlite3_exec(database, "BEGIN IMMEDIATE", 0, 0, 0);
        for (int n = 0; n < 200; n++, rows++) {
            sqlite3_bind_blob(insert, 1, tracker, 16, SQLITE_STATIC);
            sqlite3_bind_int64(insert, 2, 1200000000000000L + (batch / 600 * 200 + n) * 1000000L);
            sqlite3_bind_int64(insert, 3, 1700000000000000L + rows);
            sqlite3_bind_text(insert, 4, "overland", 8, SQLITE_STATIC);
            sqlite3_bind_double(insert, 5, 46.412 + n);
            sqlite3_bind_double(insert, 6, 9.231);
            sqlite3_bind_double(insert, 7, 30);
            sqlite3_bind_double(insert, 8, 1583);
            sqlite3_bind_double(insert, 9, 4);
            sqlite3_bind_null(insert, 10);
            sqlite3_bind_int64(insert, 11, 80);
            sqlite3_step(insert);
            sqlite3_reset(insert);
        }
        sqlite3_exec(database, "COMMIT", 0, 0, 0);
    }
    printf("%.0f\n", rows / (now() - begin));
    return 0;
}
