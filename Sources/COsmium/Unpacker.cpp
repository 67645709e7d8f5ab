#include "Unpacker.hpp"

#include "Failure.hpp"

#include <osmium/io/detail/lz4.hpp>
#include <osmium/io/detail/pbf.hpp>
#include <osmium/io/detail/protobuf_tags.hpp>

#include <libdeflate.h>
#include <protozero/pbf_message.hpp>

using protozero::data_view;
using protozero::pbf_wire_type;
using protozero::tag_and_type;
using osmium::io::detail::FileFormat::Blob;

Unpacker::Unpacker() : m_zlib(libdeflate_alloc_decompressor()) {
    if (!m_zlib) { throw std::bad_alloc{}; }
}

void Unpacker::Free::operator()(libdeflate_decompressor *decompressor) const { libdeflate_free_decompressor(decompressor); }

data_view Unpacker::unpacked(const std::string &blob) {
    data_view zlib, lz4;
    int32_t size = 0;
    protozero::pbf_message<Blob> message{blob};
    while (message.next()) {
        switch (message.tag_and_type()) {
        case tag_and_type(Blob::optional_bytes_raw, pbf_wire_type::length_delimited):
            return message.get_view();
        case tag_and_type(Blob::optional_int32_raw_size, pbf_wire_type::varint):
            size = message.get_int32();
            break;
        case tag_and_type(Blob::optional_bytes_zlib_data, pbf_wire_type::length_delimited):
            zlib = message.get_view();
            break;
        case tag_and_type(Blob::optional_bytes_lz4_data, pbf_wire_type::length_delimited):
            lz4 = message.get_view();
            break;
        case tag_and_type(Blob::optional_bytes_lzma_data, pbf_wire_type::length_delimited):
            throw Failure{osmium_unsupported, "packed with lzma"};
        case tag_and_type(Blob::optional_bytes_zstd_data, pbf_wire_type::length_delimited):
            throw Failure{osmium_unsupported, "packed with zstd"};
        default:
            throw Failure{"its packing is not well-formed"};
        }
    }
    if (size <= 0 || static_cast<uint64_t>(size) > osmium::io::detail::max_uncompressed_blob_size || (zlib.empty() && lz4.empty())) {
        throw Failure{"its packing is not well-formed"};
    }
    m_output.resize(static_cast<size_t>(size));
    return zlib.empty() ? from_lz4(lz4) : from_zlib(zlib);
}

data_view Unpacker::from_zlib(const data_view &packed) {
    const auto result = libdeflate_zlib_decompress(m_zlib.get(), packed.data(), packed.size(), m_output.data(), m_output.size(), nullptr);
    if (result != LIBDEFLATE_SUCCESS) { throw Failure{"it cannot be unpacked"}; }
    return {m_output.data(), m_output.size()};
}

data_view Unpacker::from_lz4(const data_view &packed) {
    try {
        return osmium::io::detail::lz4_uncompress_string(packed.data(), packed.size(), m_output.size(), m_output);
    } catch (const osmium::io_error &) {
        throw Failure{"it cannot be unpacked"};
    }
}
