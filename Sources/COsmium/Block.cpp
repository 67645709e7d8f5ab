#include "Block.hpp"

#include "Failure.hpp"

using protozero::pbf_message;
using protozero::pbf_wire_type;
using protozero::tag_and_type;
namespace OSMFormat = osmium::io::detail::OSMFormat;

namespace {

/// No writer puts as many into one block: eight thousand elements are usual.
constexpr size_t most_texts = 2'000'000;
/// What they take as XML, at the least. Texts do not count: they are there once, however many tags name them.
constexpr uint64_t reference_weight = 15;
constexpr uint64_t tag_weight = 16;

} // namespace

void Block::read(const data_view &data) {
    read_head(data);
    m_sink.texts(m_sink.context, m_texts.data(), m_texts.size());
    pbf_message<OSMFormat::PrimitiveBlock> block{data};
    while (block.next(OSMFormat::PrimitiveBlock::repeated_PrimitiveGroup_primitivegroup, pbf_wire_type::length_delimited)) {
        read_group(block.get_view());
    }
}

void Block::read_head(const data_view &data) {
    m_texts.clear();
    pbf_message<OSMFormat::PrimitiveBlock> block{data};
    while (block.next()) {
        switch (block.tag_and_type()) {
        case tag_and_type(OSMFormat::PrimitiveBlock::required_StringTable_stringtable, pbf_wire_type::length_delimited):
            if (m_has_texts) { throw Failure{"it has two tables of texts"}; }
            m_has_texts = true;
            read_texts(block.get_view());
            break;
        case tag_and_type(OSMFormat::PrimitiveBlock::optional_int32_granularity, pbf_wire_type::varint):
            m_granularity = block.get_int32();
            if (m_granularity <= 0) { throw Failure{"its coordinates have no scale"}; }
            break;
        case tag_and_type(OSMFormat::PrimitiveBlock::optional_int32_date_granularity, pbf_wire_type::varint):
            m_date_granularity = block.get_int32();
            break;
        case tag_and_type(OSMFormat::PrimitiveBlock::optional_int64_lat_offset, pbf_wire_type::varint):
            m_latitude_offset = block.get_int64();
            break;
        case tag_and_type(OSMFormat::PrimitiveBlock::optional_int64_lon_offset, pbf_wire_type::varint):
            m_longitude_offset = block.get_int64();
            break;
        default:
            block.skip();
        }
    }
}

void Block::read_texts(const data_view &data) {
    pbf_message<OSMFormat::StringTable> table{data};
    while (table.next(OSMFormat::StringTable::repeated_bytes_s, pbf_wire_type::length_delimited)) {
        if (m_texts.size() == most_texts) { throw Failure{osmium_too_large, "texts"}; }
        const auto text = table.get_view();
        m_texts.push_back({text.data(), static_cast<uint32_t>(text.size())});
    }
}

void Block::read_group(const data_view &data) {
    pbf_message<OSMFormat::PrimitiveGroup> group{data};
    while (group.next()) {
        switch (group.tag_and_type()) {
        case tag_and_type(OSMFormat::PrimitiveGroup::optional_DenseNodes_dense, pbf_wire_type::length_delimited):
            read_dense(group.get_view());
            break;
        case tag_and_type(OSMFormat::PrimitiveGroup::repeated_Node_nodes, pbf_wire_type::length_delimited):
            read_node(group.get_view());
            break;
        case tag_and_type(OSMFormat::PrimitiveGroup::repeated_Way_ways, pbf_wire_type::length_delimited):
            read_way(group.get_view());
            break;
        case tag_and_type(OSMFormat::PrimitiveGroup::repeated_Relation_relations, pbf_wire_type::length_delimited):
            read_relation(group.get_view());
            break;
        default:
            group.skip();
        }
    }
}

void Block::weigh(uint64_t bytes) {
    m_progress.weight += bytes;
    if (m_progress.weight > m_progress.limit) { throw Failure{osmium_too_large, "elements"}; }
}

// Tags and members, in pieces.

void Block::add_tag(uint32_t key, uint32_t value) {
    if (key >= m_texts.size() || value >= m_texts.size()) { throw Failure{"a tag names a text that is not there"}; }
    weigh(tag_weight);
    if (m_tag_count == room) { flush_tags(); }
    m_tags[2 * m_tag_count] = key;
    m_tags[2 * m_tag_count + 1] = value;
    ++m_tag_count;
}

void Block::flush_tags() {
    if (m_tag_count > 0) { m_sink.tags(m_sink.context, m_tags.data(), m_tag_count); }
    m_tag_count = 0;
}

void Block::hand_over(varint_range keys, varint_range values) {
    while (!keys.empty() && !values.empty()) {
        const auto key = keys.next_uint32();
        add_tag(key, values.next_uint32());
    }
    if (!keys.empty() || !values.empty()) { throw Failure{"a tag has a key or a value only"}; }
    flush_tags();
}

void Block::hand_over_dense(varint_range &tags) {
    while (!tags.empty()) {
        const auto key = tags.next_uint32();
        if (key == 0) { break; }
        if (tags.empty()) { throw Failure{"a tag has no value"}; }
        add_tag(key, tags.next_uint32());
    }
    flush_tags();
}

void Block::add_member(int64_t id, osmium_kind kind) {
    weigh(reference_weight);
    if (m_member_count == room) { flush_members(); }
    m_members[m_member_count++] = {id, kind};
}

void Block::flush_members() {
    if (m_member_count > 0) { m_sink.members(m_sink.context, m_members.data(), m_member_count); }
    m_member_count = 0;
}

void Block::hand_over_members(varint_range refs, varint_range kinds, bool has_kinds) {
    Sum ref;
    while (!refs.empty()) {
        const int64_t id = ref.add(refs.next_sint64());
        uint32_t kind = osmium_node;
        if (has_kinds) {
            if (kinds.empty()) { throw Failure{"a member has no kind"}; }
            kind = kinds.next_uint32();
            if (kind > osmium_relation) { throw Failure{"a member is of no known kind"}; }
        }
        add_member(id, static_cast<osmium_kind>(kind));
    }
    flush_members();
}
