#ifndef CCRYPTO_SHIM_H
#define CCRYPTO_SHIM_H
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <stdint.h>
#include <string.h>

/* The few operations that Spoor needs of libcrypto 3, each whole: what goes wrong inside is freed inside.
 * Every function answers 1 for success and 0 for failure. A private key is 32 bytes, big-endian; a public key is an
 * uncompressed point of 65; a signature is r and s of 32 bytes each. */

static inline int spoor_hmac_sha256(
    const uint8_t *key, int key_count, const uint8_t *bytes, size_t count, uint8_t out[32]) {
    unsigned int written = 32;
    return HMAC(EVP_sha256(), key, key_count, bytes, count, out, &written) != NULL && written == 32;
}

/* AES-128-CBC with PKCS#7 padding; `written` gets the count of bytes at `out`, which has room for count + 16. */
static inline int spoor_aes_cbc(
    int encrypts, const uint8_t key[16], const uint8_t iv[16], const uint8_t *in, int count, uint8_t *out,
    int *written) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int first = 0, last = 0;
    int ok = context != NULL && EVP_CipherInit_ex(context, EVP_aes_128_cbc(), NULL, key, iv, encrypts) == 1
        && (count == 0 || EVP_CipherUpdate(context, out, &first, in, count) == 1)
        && EVP_CipherFinal_ex(context, out + first, &last) == 1;
    EVP_CIPHER_CTX_free(context);
    *written = first + last;
    return ok;
}

/* A context for many blocks under one key of 32 bytes; NULL when there is no memory. */
static inline EVP_CIPHER_CTX *spoor_gcm_new(const uint8_t key[32], int encrypts) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    if (context != NULL && EVP_CipherInit_ex(context, EVP_aes_256_gcm(), NULL, key, NULL, encrypts) == 1) {
        return context;
    }
    EVP_CIPHER_CTX_free(context);
    return NULL;
}

static inline int spoor_gcm_seal(
    EVP_CIPHER_CTX *context, const uint8_t nonce[12], const uint8_t *header, int header_count, const uint8_t *in,
    int count, uint8_t *out, uint8_t tag[16]) {
    int written = 0, rest = 0;
    return EVP_CipherInit_ex(context, NULL, NULL, NULL, nonce, 1) == 1
        && (header_count == 0 || EVP_CipherUpdate(context, NULL, &written, header, header_count) == 1)
        && (count == 0 || (EVP_CipherUpdate(context, out, &written, in, count) == 1 && written == count))
        && EVP_CipherFinal_ex(context, out + count, &rest) == 1
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, tag) == 1;
}

static inline int spoor_gcm_open(
    EVP_CIPHER_CTX *context, const uint8_t nonce[12], const uint8_t *header, int header_count, const uint8_t *in,
    int count, uint8_t *out, const uint8_t tag[16]) {
    int written = 0, rest = 0;
    return EVP_CipherInit_ex(context, NULL, NULL, NULL, nonce, 0) == 1
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, (void *)tag) == 1
        && (header_count == 0 || EVP_CipherUpdate(context, NULL, &written, header, header_count) == 1)
        && (count == 0 || (EVP_CipherUpdate(context, out, &written, in, count) == 1 && written == count))
        && EVP_CipherFinal_ex(context, out + count, &rest) == 1;
}

/* The scalar of a private key; NULL for 0 and for what is not below the order of the group. */
static inline BIGNUM *spoor_p256_scalar(const EC_GROUP *group, const uint8_t key[32]) {
    BIGNUM *scalar = BN_secure_new();
    if (scalar == NULL) return NULL;
    BN_set_flags(scalar, BN_FLG_CONSTTIME);
    if (BN_bin2bn(key, 32, scalar) != NULL && !BN_is_zero(scalar) && BN_cmp(scalar, EC_GROUP_get0_order(group)) < 0) {
        return scalar;
    }
    BN_clear_free(scalar);
    return NULL;
}

static inline int spoor_p256_public(const uint8_t key[32], uint8_t out[65]) {
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    BIGNUM *scalar = group == NULL ? NULL : spoor_p256_scalar(group, key);
    EC_POINT *point = group == NULL ? NULL : EC_POINT_new(group);
    int ok = scalar != NULL && point != NULL && EC_POINT_mul(group, point, scalar, NULL, NULL, NULL) == 1
        && EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, out, 65, NULL) == 65;
    EC_POINT_free(point);
    BN_clear_free(scalar);
    EC_GROUP_free(group);
    return ok;
}

/* Whether the bytes are a point of the curve other than infinity. */
static inline int spoor_p256_is_point(const uint8_t point[65]) {
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *found = group == NULL ? NULL : EC_POINT_new(group);
    int ok = found != NULL && point[0] == 4 && EC_POINT_oct2point(group, found, point, 65, NULL) == 1
        && !EC_POINT_is_at_infinity(group, found);
    EC_POINT_free(found);
    EC_GROUP_free(group);
    return ok;
}

/* The x coordinate of the product: what RFC 5903 and SEC 1 take for the shared secret. */
static inline int spoor_p256_agree(const uint8_t key[32], const uint8_t other[65], uint8_t out[32]) {
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    BIGNUM *scalar = group == NULL ? NULL : spoor_p256_scalar(group, key);
    EC_POINT *point = group == NULL ? NULL : EC_POINT_new(group);
    EC_POINT *product = group == NULL ? NULL : EC_POINT_new(group);
    BIGNUM *x = BN_secure_new();
    int ok = scalar != NULL && point != NULL && product != NULL && x != NULL && other[0] == 4
        && EC_POINT_oct2point(group, point, other, 65, NULL) == 1
        && EC_POINT_mul(group, product, NULL, point, scalar, NULL) == 1
        && !EC_POINT_is_at_infinity(group, product)
        && EC_POINT_get_affine_coordinates(group, product, x, NULL, NULL) == 1 && BN_bn2binpad(x, out, 32) == 32;
    BN_clear_free(x);
    EC_POINT_clear_free(product);
    EC_POINT_free(point);
    BN_clear_free(scalar);
    EC_GROUP_free(group);
    return ok;
}

/* A key for signatures; `key` may be NULL, then it only verifies. */
static inline EVP_PKEY *spoor_p256_pkey(const uint8_t *key, const uint8_t point[65]) {
    BIGNUM *scalar = key == NULL ? NULL : BN_bin2bn(key, 32, BN_secure_new());
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    OSSL_PARAM *parameters = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    EVP_PKEY *made = NULL;
    if (builder != NULL && context != NULL && (key == NULL || scalar != NULL)
        && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1
        && OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, 65) == 1
        && (key == NULL || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, scalar) == 1)) {
        parameters = OSSL_PARAM_BLD_to_param(builder);
    }
    if (parameters == NULL || EVP_PKEY_fromdata_init(context) != 1
        || EVP_PKEY_fromdata(context, &made, key == NULL ? EVP_PKEY_PUBLIC_KEY : EVP_PKEY_KEYPAIR, parameters) != 1) {
        made = NULL;
    }
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY_CTX_free(context);
    BN_clear_free(scalar);
    return made;
}

/* ECDSA with SHA-256 over the bytes. */
static inline int spoor_p256_sign(
    const uint8_t key[32], const uint8_t point[65], const uint8_t *bytes, size_t count, uint8_t out[64]) {
    EVP_PKEY *pair = spoor_p256_pkey(key, point);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    uint8_t encoded[80];
    size_t length = sizeof encoded;
    ECDSA_SIG *signature = NULL;
    int ok = pair != NULL && context != NULL && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, pair) == 1
        && EVP_DigestSign(context, encoded, &length, bytes, count) == 1;
    if (ok) {
        const unsigned char *place = encoded;
        signature = d2i_ECDSA_SIG(NULL, &place, (long)length);
        ok = signature != NULL && BN_bn2binpad(ECDSA_SIG_get0_r(signature), out, 32) == 32
            && BN_bn2binpad(ECDSA_SIG_get0_s(signature), out + 32, 32) == 32;
    }
    ECDSA_SIG_free(signature);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(pair);
    return ok;
}

static inline int spoor_p256_verify(
    const uint8_t point[65], const uint8_t *bytes, size_t count, const uint8_t raw[64]) {
    EVP_PKEY *pair = spoor_p256_pkey(NULL, point);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    ECDSA_SIG *signature = ECDSA_SIG_new();
    BIGNUM *r = BN_bin2bn(raw, 32, NULL), *s = BN_bin2bn(raw + 32, 32, NULL);
    unsigned char *encoded = NULL;
    int length = 0, ok = 0;
    if (signature != NULL && r != NULL && s != NULL && ECDSA_SIG_set0(signature, r, s) == 1) {
        r = s = NULL; /* The signature owns them now. */
        length = i2d_ECDSA_SIG(signature, &encoded);
    }
    if (pair != NULL && context != NULL && length > 0
        && EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, pair) == 1) {
        ok = EVP_DigestVerify(context, encoded, (size_t)length, bytes, count) == 1;
    }
    OPENSSL_free(encoded);
    BN_free(r);
    BN_free(s);
    ECDSA_SIG_free(signature);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(pair);
    return ok;
}

#endif
