/* push COUNT: for each of so many messages libcrypto alone makes a key on P-256, agrees on a secret with one that stays, seals 400 bytes
   with AES-128-GCM and signs 200 with ECDSA. Prints messages a second. */
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
    EVP_PKEY *browser = EVP_EC_gen("P-256"), *server = EVP_EC_gen("P-256");
    unsigned char text[400] = {1}, sealed[416], secret[32], signature[72];
    double begin = now();
    long messages = count > 1 ? atol(arguments[1]) : 2000;
    for (long n = 0; n < messages; n++) {
        size_t length = sizeof secret, signed_length = sizeof signature;
        int written = 0, last = 0;
        EVP_PKEY *key = EVP_EC_gen("P-256");
        EVP_PKEY_CTX *agreement = EVP_PKEY_CTX_new(key, NULL);
        EVP_CIPHER_CTX *cipher = EVP_CIPHER_CTX_new();
        EVP_MD_CTX *digest = EVP_MD_CTX_new();
        if (EVP_PKEY_derive_init(agreement) != 1 || EVP_PKEY_derive_set_peer(agreement, browser) != 1
            || EVP_PKEY_derive(agreement, secret, &length) != 1
            || EVP_EncryptInit_ex(cipher, EVP_aes_128_gcm(), NULL, secret, secret + 16) != 1
            || EVP_EncryptUpdate(cipher, sealed, &written, text, sizeof text) != 1
            || EVP_EncryptFinal_ex(cipher, sealed + written, &last) != 1
            || EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_GET_TAG, 16, sealed + 400) != 1
            || EVP_DigestSignInit(digest, NULL, EVP_sha256(), NULL, server) != 1
            || EVP_DigestSign(digest, signature, &signed_length, text, 200) != 1) return 1;
        EVP_MD_CTX_free(digest);
        EVP_CIPHER_CTX_free(cipher);
        EVP_PKEY_CTX_free(agreement);
        EVP_PKEY_free(key);
    }
    printf("%.0f\n", messages / (now() - begin));
    return 0;
}
