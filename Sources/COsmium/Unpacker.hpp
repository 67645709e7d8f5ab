#ifndef COSMIUM_UNPACKER_HPP
#define COSMIUM_UNPACKER_HPP

#include <protozero/data_view.hpp>

#include <memory>
#include <string>

struct libdeflate_decompressor;

/// Unpacks blobs, zlib's by libdeflate, which takes half the time. It throws `Failure`.
class Unpacker {
public:
    Unpacker();

    /// - Returns: a view into the blob, or into what is overwritten by the next one.
    protozero::data_view unpacked(const std::string &blob);

private:
    protozero::data_view from_zlib(const protozero::data_view &packed);
    protozero::data_view from_lz4(const protozero::data_view &packed);

    struct Free { void operator()(libdeflate_decompressor *decompressor) const; };
    std::unique_ptr<libdeflate_decompressor, Free> m_zlib;
    std::string m_output;
};

#endif
