// One mail at a time over SMTP (RFC 5321). Over libcurl, whose options are variadic and so out of Swift's reach.
#ifndef SOTRAVEL_MAIL_H
#define SOTRAVEL_MAIL_H

#include <stddef.h>

// Keeps its connection for the next mail. Of one thread at a time.
struct mail_session;

struct mail_request {
    // "smtp://host:port" or "smtps://host:port", behind it as whom we greet.
    const char *url;
    // "" for nobody.
    const char *user;
    const char *password;
    // A file with certificates that are trusted besides nothing else; "" for those of the system.
    const char *authorities;
    const char *from;
    const char *to;
    // With its headers, in lines that end with CRLF.
    const char *message;
    size_t length;
    // Without TLS nothing is said, and its certificate must be one for the host. Else TLS is taken where it is offered.
    int needs_tls;
    // For all of it, and for each answer.
    long milliseconds;
    long answer_seconds;
};

enum mail_failure { MAIL_SENT, MAIL_REFUSED, MAIL_LOGIN, MAIL_TLS, MAIL_TIMEOUT, MAIL_UNREACHABLE };
// What was said last.
enum mail_stage { MAIL_GREETING, MAIL_SENDER, MAIL_RECIPIENT, MAIL_MESSAGE };

struct mail_answer {
    enum mail_failure failure;
    enum mail_stage stage;
    // Of the last answer; 0 if there was none.
    int status;
    // What it said besides, its lines with blanks between them.
    char text[512];
};

// Once, before the first session.
void mail_prepare(void);
// NULL without memory.
struct mail_session *mail_open(void);
// Blocks.
void mail_send(struct mail_session *session, const struct mail_request *request, struct mail_answer *answer);
void mail_close(struct mail_session *session);

#endif
