#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>

/* Macros of macros, which Swift does not see. */
static const int CLIBCRYPTO_PUBLIC_KEY = EVP_PKEY_PUBLIC_KEY;
static const int CLIBCRYPTO_KEYPAIR = EVP_PKEY_KEYPAIR;
