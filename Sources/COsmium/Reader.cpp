#include "Block.hpp"
#include "COsmium.h"
#include "Failure.hpp"
#include "Unpacker.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <string>

using protozero::pbf_message;
using protozero::pbf_wire_type;
using protozero::tag_and_type;
namespace FileFormat = osmium::io::detail::FileFormat;

/// Puts the pieces of a file together: a length, a head of that length, a blob, and so on.
struct osmium_reader {
    osmium_reader(osmium_sink sink, uint64_t limit) : m_sink(sink), m_limit(limit) { m_progress.limit = limit; }

    bool feed(const char *bytes, size_t count) noexcept {
        return guarded([&] {
            while (count > 0) {
                const size_t taken = std::min(count, m_needed - m_piece.size());
                m_piece.append(bytes, taken);
                bytes += taken;
                count -= taken;
                m_read += taken;
                if (m_piece.size() == m_needed) { step(); }
            }
        });
    }

    bool finish() noexcept {
        return guarded([&] {
            if (m_expected == Expected::length && m_piece.empty() && has_header) { return; }
            throw Failure{osmium_cut_short, ""};
        });
    }

    osmium_state state = osmium_sound;
    std::string detail;
    uint64_t block = 1;
    /// Where the block begins.
    uint64_t offset = 0;

private:
    enum class Expected { length, head, blob, foreign };

    template <typename Body>
    bool guarded(Body &&body) noexcept {
        if (state != osmium_sound) { return false; }
        try {
            body();
        } catch (const Failure &failure) {
            fail(failure.state, failure.detail.c_str());
        } catch (const std::bad_alloc &) {
            fail(osmium_no_memory, "");
        } catch (const protozero::exception &) {
            fail(osmium_damaged, "what it holds is not well-formed");
        } catch (const std::exception &error) {
            fail(osmium_damaged, error.what());
        } catch (...) {
            fail(osmium_damaged, "");
        }
        return state == osmium_sound;
    }

    void fail(osmium_state why, const char *text) noexcept {
        state = why;
        try { detail = text; } catch (...) { detail.clear(); }
    }

    void expect(Expected expected, size_t count) {
        m_expected = expected;
        m_needed = count;
        m_piece.clear();
    }

    void step() {
        switch (m_expected) {
        case Expected::length: return read_length();
        case Expected::head: return read_head();
        case Expected::blob: return read_blob();
        case Expected::foreign: return next();
        }
    }

    void next() {
        ++block;
        offset = m_read;
        expect(Expected::length, 4);
    }

    void read_length() {
        size_t length = 0;
        for (const char byte : m_piece) { length = length << 8U | static_cast<unsigned char>(byte); }
        if (length == 0 || length > osmium::io::detail::max_blob_header_size) { throw Failure{"its head cannot be that long"}; }
        expect(Expected::head, length);
    }

    void read_head() {
        data_view type;
        int32_t length = 0;
        pbf_message<FileFormat::BlobHeader> head{m_piece};
        while (head.next()) {
            switch (head.tag_and_type()) {
            case tag_and_type(FileFormat::BlobHeader::required_string_type, pbf_wire_type::length_delimited):
                type = head.get_view();
                break;
            case tag_and_type(FileFormat::BlobHeader::required_int32_datasize, pbf_wire_type::varint):
                length = head.get_int32();
                break;
            default:
                head.skip();
            }
        }
        if (length <= 0 || static_cast<uint64_t>(length) > osmium::io::detail::max_uncompressed_blob_size) {
            throw Failure{"it cannot be that long"};
        }
        expect(kind(type), static_cast<size_t>(length));
    }

    /// Blocks of kinds that others invent are to be passed over.
    Expected kind(const data_view &type) const {
        const auto is = [&](const char *name) { return type.size() == std::strlen(name) && !std::memcmp(type.data(), name, type.size()); };
        if (is("OSMHeader")) {
            if (has_header) { throw Failure{"a second file begins here"}; }
            return Expected::blob;
        }
        if (!has_header) { throw Failure{"it is not the header of a file"}; }
        return is("OSMData") ? Expected::blob : Expected::foreign;
    }

    void read_blob() {
        const data_view data = unpacked();
        m_unpacked += data.size();
        if (m_unpacked > m_limit) { throw Failure{osmium_too_large, "bytes"}; }
        if (has_header) {
            Block{m_sink, m_progress, m_texts}.read(data);
        } else {
            read_header(data);
        }
        next();
    }

    data_view unpacked() { return m_unpacker.unpacked(m_piece); }

    void read_header(const data_view &data) {
        has_header = true;
        const auto header = read_features(data);
        const auto box = header.joined_boxes();
        if (box.valid()) {
            m_sink.bounds(m_sink.context, box.bottom_left().y(), box.bottom_left().x(), box.top_right().y(), box.top_right().x());
        }
    }

    static osmium::io::Header read_features(const data_view &data) {
        try {
            return osmium::io::detail::decode_header_block(data);
        } catch (const osmium::pbf_error &error) {
            const char *const feature = std::strstr(error.what(), "required feature not supported: ");
            if (!feature) { throw; }
            throw Failure{osmium_unsupported, "of a kind called " + std::string{feature + std::strlen("required feature not supported: ")}};
        }
    }

    osmium_sink m_sink;
    uint64_t m_limit;
    uint64_t m_unpacked = 0;
    uint64_t m_read = 0;
    bool has_header = false;
    Progress m_progress;
    Expected m_expected = Expected::length;
    size_t m_needed = 4;
    /// What has arrived of the part that is being put together; it grows as bytes come, whatever length the file claims.
    std::string m_piece;
    Unpacker m_unpacker;
    std::vector<osmium_text> m_texts;
};

extern "C" {

osmium_reader *osmium_open(osmium_sink sink, uint64_t limit) {
    try {
        return new osmium_reader{sink, limit};
    } catch (...) {
        return nullptr;
    }
}

bool osmium_feed(osmium_reader *reader, const void *bytes, size_t count) { return reader->feed(static_cast<const char *>(bytes), count); }
bool osmium_finish(osmium_reader *reader) { return reader->finish(); }
osmium_state osmium_problem(const osmium_reader *reader) { return reader->state; }
const char *osmium_detail(const osmium_reader *reader) { return reader->detail.c_str(); }
uint64_t osmium_block(const osmium_reader *reader) { return reader->block; }
uint64_t osmium_offset(const osmium_reader *reader) { return reader->offset; }
void osmium_close(osmium_reader *reader) { delete reader; }
}
