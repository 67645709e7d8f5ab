// Turns one photo from somebody's phone into WebP pictures of given sizes, in a process of its own: whatever a hostile
// file does to the decoders, it does it here, with little memory and a few seconds, and out of reach of files, sockets,
// processes and signals: all that the libraries load is loaded by a small picture of our own before that.
//
//   sotravel-photos 80c 320c 960 < photo > pictures
//
// A size is the longest side in pixels, or with "c" the side of a square cut from the middle. Written for every size:
// width, height and length as three 32-bit big-endian numbers, then the picture. All metadata is dropped, the turn that
// it asked for is made, colours become sRGB.
// Ends with 0, or 2: no kind that is taken, 3: too many pixels, 4: broken, 5: this program was called wrongly,
// 6: it cannot be confined here, 7: it would take too long.
//
//   sotravel-photos --attempt open [--unconfined | --in-thread]
//
// tries one thing from inside and reads no photo: 0 if it was possible, 1 if not. For the tests.

#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <vips/vips.h>

#include "attempt.h"
#include "confine.h"
#include "heic.h"

enum { inputLimit = 8 << 20, longestSide = 16384, pixelLimit = 50000000 };
// Of small pictures, which come by dozens, nobody sees a difference; what is looked at by itself is finer.
enum { smallSide = 128, smallQuality = 60, quality = 80 };
// Cameras and image programs write about ten scans, and each is a walk through all pixels: a file of 170 kB has room for a thousand.
enum { scanLimit = 100 };
// The largest photos of phones (HEIC of 48 megapixels) take less than two.
enum { secondsLimit = 3 };
// The longest side of what a photo is decoded to, once, before all its sizes are made of that.
enum { draftSide = 1920 };

enum Kind { unknown, jpeg, png, webP, heic, kindCount };

static uint8_t input[inputLimit + 1];

static void limit(int resource, rlim_t amount) {
    struct rlimit bound = {amount, amount};
    setrlimit(resource, &bound);
}

static size_t readInput(void) {
    size_t count = 0;
    while (count < sizeof input) {
        ssize_t part = read(0, input + count, sizeof input - count);
        if (part <= 0) break;
        count += (size_t)part;
    }
    return count;
}

static int writeAll(const void *bytes, size_t count) {
    const uint8_t *position = bytes;
    while (count > 0) {
        ssize_t part = write(1, position, count);
        if (part <= 0) return -1;
        position += part;
        count -= (size_t)part;
    }
    return 0;
}

static int writeNumber(uint32_t number) {
    uint8_t bytes[4] = {number >> 24, number >> 16, number >> 8, number};
    return writeAll(bytes, 4);
}

// By the first bytes alone: names and types that a browser sends say nothing.
static enum Kind kind(size_t count) {
    if (count < 16) return unknown;
    if (!memcmp(input, "\xff\xd8\xff", 3)) return jpeg;
    if (!memcmp(input, "\x89PNG\r\n\x1a\n", 8)) return png;
    if (!memcmp(input, "RIFF", 4) && !memcmp(input + 8, "WEBP", 4)) return webP;
    static const char *const brands[] = {"heic", "heix", "mif1", "msf1"};
    for (size_t index = 0; index < sizeof brands / sizeof *brands; index++) {
        if (!memcmp(input + 4, "ftyp", 4) && !memcmp(input + 8, brands[index], 4)) return heic;
    }
    return unknown;
}

static void allowOnlyKnownLoaders(void) {
    vips_operation_block_set("VipsForeignLoad", TRUE);
    static const char *const loaders[] = {
        "VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadHeif"};
    for (size_t index = 0; index < sizeof loaders / sizeof *loaders; index++) vips_operation_block_set(loaders[index], FALSE);
}

// The place behind the next marker, or count if there is none (ITU-T T.81 §B.1.1.2: 0xff and neither zero nor fill).
static size_t nextMarker(size_t at, size_t count) {
    while (at + 1 < count && (input[at] != 0xff || input[at + 1] == 0 || input[at + 1] == 0xff)) at++;
    return at + 1 < count ? at + 2 : count;
}

// As decoders walk through a JPEG: what stands behind its end, like the film of a moving photo, is not looked at.
static int hasTooManyScans(size_t count) {
    enum { temporary = 0x01, firstRestart = 0xd0, startOfImage = 0xd8, endOfImage = 0xd9, startOfScan = 0xda };
    int scans = 0;
    for (size_t at = nextMarker(0, count); at + 1 < count; at = nextMarker(at, count)) {
        uint8_t marker = input[at - 1];
        if (marker == endOfImage) break;
        if (marker == startOfScan && ++scans > scanLimit) return 1;
        if (marker == temporary || (marker >= firstRestart && marker <= startOfImage)) continue;
        at += (size_t)input[at] << 8 | input[at + 1];
    }
    return 0;
}

// The head alone is read here: a bomb is refused before a pixel of it is made.
static int checkSize(size_t count) {
    VipsImage *image = vips_image_new_from_buffer(input, count, "", NULL);
    if (!image) return 4;
    int width = vips_image_get_width(image), height = vips_image_get_height(image);
    g_object_unref(image);
    return width > longestSide || height > longestSide || (int64_t)width * height > pixelLimit ? 3 : 0;
}

// Keeps what is needed to show the picture and nothing else (RFC 9649 §2.4): libvips 8.14 writes Exif even when told not to.
// Returns the new length.
static size_t stripWebP(uint8_t *file, size_t length) {
    enum { riffHead = 12, chunkHead = 8, alphaFlag = 0x10 };
    size_t kept = riffHead, position = riffHead;
    while (position + chunkHead <= length) {
        uint32_t size;
        memcpy(&size, file + position + 4, 4);
        size_t whole = chunkHead + size + (size & 1);
        if (whole > length - position) break;
        uint8_t *chunk = file + position;
        // The long form is for what is dropped here, but for transparency.
        int isNeedless = !memcmp(chunk, "VP8X", 4) && !(chunk[chunkHead] &= alphaFlag);
        if (!isNeedless && (!memcmp(chunk, "VP8", 3) || !memcmp(chunk, "ALPH", 4))) {
            memmove(file + kept, chunk, whole);
            kept += whole;
        }
        position += whole;
    }
    uint32_t riffSize = (uint32_t)kept - 8;
    memcpy(file + 4, &riffSize, 4);
    return kept;
}

// The whole photo in memory, upright, in sRGB, and not larger than is needed: what follows decodes nothing again.
static VipsImage *draft(const void *bytes, size_t count) {
    VipsImage *decoded = NULL;
    int failed = vips_thumbnail_buffer(
        (void *)bytes, count, &decoded, draftSide, "height", draftSide, "size", VIPS_SIZE_DOWN, "export_profile", "srgb",
        "option_string", "fail_on=truncated", NULL);
    VipsImage *image = failed ? NULL : vips_image_copy_memory(decoded);
    if (decoded) g_object_unref(decoded);
    return image;
}

// The output is to be freed.
static int picture(VipsImage *draft, int side, int isSquare, VipsImage **image, void **output, size_t *length) {
    return vips_thumbnail_image(
               draft, image, side, "height", side, "size", isSquare ? VIPS_SIZE_BOTH : VIPS_SIZE_DOWN, "crop",
               isSquare ? VIPS_INTERESTING_CENTRE : VIPS_INTERESTING_NONE, NULL)
        || vips_webpsave_buffer(*image, output, length, "Q", side <= smallSide ? smallQuality : quality, "strip", TRUE, "effort",
               side <= smallSide ? 6 : 3, NULL);
}

static int shrink(VipsImage *draft, int side, int isSquare) {
    VipsImage *image = NULL;
    void *output = NULL;
    size_t length = 0;
    int failed = picture(draft, side, isSquare, &image, &output, &length);
    if (!failed) {
        length = stripWebP(output, length);
        failed = writeNumber((uint32_t)vips_image_get_width(image)) || writeNumber((uint32_t)vips_image_get_height(image))
            || writeNumber((uint32_t)length) || writeAll(output, length);
    }
    if (image) g_object_unref(image);
    g_free(output);
    return failed ? 4 : 0;
}

// Makes a size for each of the words.
static int shrinkAll(size_t count, int words, char **sizes) {
    VipsImage *whole = draft(input, count);
    int result = whole ? 0 : 4;
    for (int index = 0; index < words && result == 0; index++) {
        int side = atoi(sizes[index]);
        result = side < 1 || side > draftSide ? 5 : shrink(whole, side, sizes[index][strlen(sizes[index]) - 1] == 'c');
    }
    if (whole) g_object_unref(whole);
    return result;
}

// Decodes a small picture of one kind by the same way as a photo: modules are loaded, tables made, threads started.
static int warmUp(enum Kind kind) {
    VipsImage *plain = NULL, *small = NULL, *image = NULL;
    void *file = NULL, *output = NULL;
    size_t count = sizeof smallHEIC, length = 0;
    int failed = vips_black(&plain, 16, 16, "bands", 3, NULL);
    if (!failed && kind == jpeg) failed = vips_jpegsave_buffer(plain, &file, &count, NULL);
    if (!failed && kind == png) failed = vips_pngsave_buffer(plain, &file, &count, NULL);
    if (!failed && kind == webP) failed = vips_webpsave_buffer(plain, &file, &count, NULL);
    if (!failed) small = draft(file ? file : smallHEIC, count);
    failed = failed || !small || picture(small, 8, 1, &image, &output, &length);
    if (image) g_object_unref(image);
    if (small) g_object_unref(small);
    if (plain) g_object_unref(plain);
    g_free(file);
    g_free(output);
    return failed;
}

static void limitEverything(void) {
    close_range(3, ~0U, 0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_PDEATHSIG, 9);
    prctl(PR_SET_DUMPABLE, 0);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 4 << 20);
    limit(RLIMIT_CPU, secondsLimit);
    limit(RLIMIT_AS, (rlim_t)1 << 30);
}

static int start(const char *name) {
    // There is no file to put a large picture in while it is turned.
    setenv("VIPS_DISC_THRESHOLD", "1g", 1);
    if (vips_init(name)) return 5;
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    allowOnlyKnownLoaders();
    return 0;
}

static int tryFromInside(int argc, char **argv) {
    const char *mode = argc > 3 ? argv[3] : "";
    int isInThread = !strcmp(mode, "--in-thread");
    for (enum Kind kind = jpeg; kind < kindCount; kind++) {
        if (warmUp(kind)) return 6;
    }
    if (isInThread && prepareThread(argv[2])) return 6;
    if (strcmp(mode, "--unconfined") && confine()) return 6;
    return isInThread ? attemptInThread() : attempt(argv[2]);
}

int main(int argc, char **argv) {
    limitEverything();
    if (argc > 2 && !strcmp(argv[1], "--attempt")) return start(argv[0]) ? 5 : tryFromInside(argc, argv);
    size_t count = readInput();
    if (count > inputLimit) return 3;
    enum Kind found = kind(count);
    if (found == unknown) return 2;
    if (found == jpeg && hasTooManyScans(count)) return 7;
    if (start(argv[0])) return 5;
    if (warmUp(found) || confine()) return 6;
    int result = checkSize(count);
    return result ? result : shrinkAll(count, argc - 1, argv + 1);
}
