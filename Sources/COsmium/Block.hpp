#ifndef COSMIUM_BLOCK_HPP
#define COSMIUM_BLOCK_HPP

#include "COsmium.h"

#include <osmium/io/detail/pbf_decoder.hpp>

#include <array>
#include <cstdint>
#include <vector>

using osmium::io::detail::varint_range;
using protozero::data_view;

/// Numbers that are written as differences. A hostile file may run over: that is no undefined behaviour here.
struct Sum {
    uint64_t value = 0;
    int64_t add(int64_t difference) {
        value += static_cast<uint64_t>(difference);
        return static_cast<int64_t>(value);
    }
};

/// What is remembered from one block to the next.
struct Progress {
    /// The last element, for the order.
    osmium_kind kind = osmium_node;
    int64_t id = INT64_MIN;
    bool has_any = false;
    /// Bytes that the elements would take as XML, and how many they may.
    uint64_t weight = 0;
    uint64_t limit = 0;
};

/// One block of elements. libosmium's own decoder copies every text into every element that uses it: a small hostile block would fill any
/// memory. This one reads libosmium's ranges in place and hands the elements over as it goes; it throws `Failure`.
class Block {
public:
    Block(const osmium_sink &sink, Progress &progress, std::vector<osmium_text> &texts) :
        m_sink(sink), m_progress(progress), m_texts(texts) {}

    void read(const data_view &data);

private:
    /// The columns of many nodes at once.
    struct Dense {
        varint_range ids, latitudes, longitudes, tags, timestamps, visibles;
    };

    void read_head(const data_view &data);
    void read_texts(const data_view &data);
    void read_group(const data_view &data);
    void read_info(const data_view &data, osmium_element &element) const;

    void read_node(const data_view &data);
    void read_way(const data_view &data);
    void read_relation(const data_view &data);
    void read_dense(const data_view &data);
    static Dense dense_ranges(const data_view &data);

    void set_place(osmium_element &element, int64_t latitude, int64_t longitude) const;
    int64_t seconds(int64_t timestamp) const;
    void count(const osmium_element &element);
    void begin(const osmium_element &element);
    void add_plain(const osmium_element &node);
    void flush_plain();
    void hand_over(varint_range keys, varint_range values);
    void hand_over_dense(varint_range &tags);
    void hand_over_members(varint_range refs, varint_range kinds, bool has_kinds);

    void add_tag(uint32_t key, uint32_t value);
    void add_member(int64_t id, osmium_kind kind);
    void flush_tags();
    void flush_members();
    void weigh(uint64_t bytes);

    const osmium_sink &m_sink;
    Progress &m_progress;
    std::vector<osmium_text> &m_texts;
    bool m_has_texts = false;
    int64_t m_granularity = 100;
    int64_t m_latitude_offset = 0;
    int64_t m_longitude_offset = 0;
    int64_t m_date_granularity = 1000;

    static constexpr size_t room = 512;
    std::array<osmium_place, room> m_plain;
    size_t m_plain_count = 0;
    std::array<uint32_t, 2 * room> m_tags;
    size_t m_tag_count = 0;
    std::array<osmium_member, room> m_members;
    size_t m_member_count = 0;
};

#endif
