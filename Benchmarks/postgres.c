/* postgres ADDRESS SECONDS ROWS BYTES WAY: rows a second that libpq alone inserts into fix_inbox, one session, ROWS rows of BYTES bytes in a
   serializable transaction. WAY: single (a round trip a statement) or pipeline (a round trip a transaction). */
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static PGconn *connection;

static void check(int is_good) {
    if (is_good) return;
    fprintf(stderr, "%s", PQerrorMessage(connection));
    exit(1);
}
static void run(const char *sql) {
    PGresult *result = PQexec(connection, sql);
    check(PQresultStatus(result) == PGRES_COMMAND_OK);
    PQclear(result);
}
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int count, char **words) {
    if (count != 6) return 2;
    int rows = atoi(words[3]), length = atoi(words[4]), format = 1, is_pipeline = strcmp(words[5], "pipeline") == 0;
    double seconds = atof(words[2]), start, spent;
    long stored = 0;
    char *bytes = malloc(length);
    memset(bytes, 7, length);
    const char *value = bytes, *begin = "BEGIN ISOLATION LEVEL SERIALIZABLE";
    connection = PQconnectdb(words[1]);
    check(PQstatus(connection) == CONNECTION_OK);
    PQclear(PQprepare(connection, "add", "INSERT INTO fix_inbox (fixes) VALUES ($1)", 0, NULL));
    if (is_pipeline) check(PQenterPipelineMode(connection));
    start = now();
    while ((spent = now() - start) < seconds) {
        if (is_pipeline) {
            check(PQsendQueryParams(connection, begin, 0, NULL, NULL, NULL, NULL, 1));
            for (int row = 0; row < rows; row++) check(PQsendQueryPrepared(connection, "add", 1, &value, &length, &format, 1));
            check(PQsendQueryParams(connection, "COMMIT", 0, NULL, NULL, NULL, NULL, 1));
            check(PQpipelineSync(connection));
            for (int answer = 0; answer < rows + 2; answer++) {
                PGresult *result = PQgetResult(connection);
                check(PQresultStatus(result) == PGRES_COMMAND_OK);
                PQclear(result);
                PQclear(PQgetResult(connection));
            }
            PQclear(PQgetResult(connection));
        } else {
            run(begin);
            for (int row = 0; row < rows; row++) {
                PGresult *result = PQexecPrepared(connection, "add", 1, &value, &length, &format, 1);
                check(PQresultStatus(result) == PGRES_COMMAND_OK);
                PQclear(result);
            }
            run("COMMIT");
        }
        stored += rows;
    }
    printf("%.0f\n", stored / spent);
    PQfinish(connection);
    return 0;
}
