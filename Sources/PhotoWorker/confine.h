#pragma once

// Ends what this process and all its threads may do but compute, read their input and write their output.
// Returns 0, or -1 where the kernel does not let it be done: then nothing of a stranger's may be decoded.
int confine(void);
