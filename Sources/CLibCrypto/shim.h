#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>

/* A macro of macros, which Swift does not see. */
static const int CLIBCRYPTO_PUBLIC_KEY = EVP_PKEY_PUBLIC_KEY;
