#pragma once

// Does one thing that a decoder must not be able to. Returns 0 if it was possible, 1 if it was refused, 5 for an unknown word.
int attempt(const char *word);

// Starts a thread that does the same as soon as `attemptInThread` lets it: threads from before must be confined as well.
int prepareThread(const char *word);
int attemptInThread(void);
