#include "Block.hpp"

#include "Failure.hpp"

#include <limits>

using protozero::pbf_message;
using protozero::pbf_wire_type;
using protozero::tag_and_type;
namespace OSMFormat = osmium::io::detail::OSMFormat;

namespace {

/// What an element takes as XML without what is in it, at the least.
constexpr uint64_t element_weight = 30;

/// The order in which osmium sorts: 0, then negative ids away from it, then positive ones.
struct Rank {
    bool is_positive;
    uint64_t distance;
    explicit Rank(int64_t id) :
        is_positive(id > 0), distance(id < 0 ? uint64_t{0} - static_cast<uint64_t>(id) : static_cast<uint64_t>(id)) {}
    bool operator<(const Rank &other) const {
        return is_positive != other.is_positive ? other.is_positive : distance < other.distance;
    }
};

} // namespace

// What all elements have.

void Block::count(const osmium_element &element) {
    weigh(element_weight);
    if (m_progress.has_any
        && (element.kind < m_progress.kind || (element.kind == m_progress.kind && Rank{element.id} < Rank{m_progress.id}))) {
        throw Failure{osmium_unsorted, ""};
    }
    m_progress.has_any = true;
    m_progress.kind = element.kind;
    m_progress.id = element.id;
}

void Block::begin(const osmium_element &element) {
    flush_plain();
    count(element);
    m_sink.begin(m_sink.context, &element);
}

void Block::add_plain(const osmium_element &node) {
    count(node);
    if (m_plain_count == room) { flush_plain(); }
    m_plain[m_plain_count++] = {node.id, node.latitude, node.longitude};
}

void Block::flush_plain() {
    if (m_plain_count > 0) { m_sink.nodes(m_sink.context, m_plain.data(), m_plain_count); }
    m_plain_count = 0;
}

int64_t Block::seconds(int64_t timestamp) const {
    int64_t milliseconds = 0;
    if (__builtin_mul_overflow(timestamp, m_date_granularity, &milliseconds)) { return 0; }
    const int64_t found = milliseconds / 1000;
    return found > 0 && found <= std::numeric_limits<uint32_t>::max() ? found : 0;
}

void Block::set_place(osmium_element &element, int64_t latitude, int64_t longitude) const {
    const auto convert = [this](int64_t units, int64_t offset, int32_t &degrees) {
        int64_t nano = 0;
        if (__builtin_mul_overflow(units, m_granularity, &nano) || __builtin_add_overflow(nano, offset, &nano)) { return false; }
        nano /= osmium::io::detail::resolution_convert;
        degrees = static_cast<int32_t>(nano);
        return degrees == nano;
    };
    element.has_place =
        convert(latitude, m_latitude_offset, element.latitude) && convert(longitude, m_longitude_offset, element.longitude);
}

void Block::read_info(const data_view &data, osmium_element &element) const {
    pbf_message<OSMFormat::Info> info{data};
    while (info.next()) {
        switch (info.tag_and_type()) {
        case tag_and_type(OSMFormat::Info::optional_int64_timestamp, pbf_wire_type::varint):
            element.edited = seconds(info.get_int64());
            break;
        case tag_and_type(OSMFormat::Info::optional_bool_visible, pbf_wire_type::varint):
            element.is_deleted = !info.get_bool();
            break;
        default:
            info.skip();
        }
    }
}

// Each kind.

void Block::read_node(const data_view &data) {
    osmium_element element{};
    element.kind = osmium_node;
    varint_range keys, values;
    int64_t latitude = 0, longitude = 0;
    bool has_latitude = false, has_longitude = false;
    pbf_message<OSMFormat::Node> node{data};
    while (node.next()) {
        switch (node.tag_and_type()) {
        case tag_and_type(OSMFormat::Node::required_sint64_id, pbf_wire_type::varint):
            element.id = node.get_sint64();
            break;
        case tag_and_type(OSMFormat::Node::packed_uint32_keys, pbf_wire_type::length_delimited):
            keys = varint_range{node.get_view()};
            break;
        case tag_and_type(OSMFormat::Node::packed_uint32_vals, pbf_wire_type::length_delimited):
            values = varint_range{node.get_view()};
            break;
        case tag_and_type(OSMFormat::Node::optional_Info_info, pbf_wire_type::length_delimited):
            read_info(node.get_view(), element);
            break;
        case tag_and_type(OSMFormat::Node::required_sint64_lat, pbf_wire_type::varint):
            latitude = node.get_sint64();
            has_latitude = true;
            break;
        case tag_and_type(OSMFormat::Node::required_sint64_lon, pbf_wire_type::varint):
            longitude = node.get_sint64();
            has_longitude = true;
            break;
        default:
            node.skip();
        }
    }
    if (has_latitude && has_longitude) { set_place(element, latitude, longitude); }
    begin(element);
    hand_over(keys, values);
    m_sink.end(m_sink.context);
}

Block::Dense Block::dense_ranges(const data_view &data) {
    Dense found;
    pbf_message<OSMFormat::DenseNodes> nodes{data};
    while (nodes.next()) {
        switch (nodes.tag_and_type()) {
        case tag_and_type(OSMFormat::DenseNodes::packed_sint64_id, pbf_wire_type::length_delimited):
            found.ids = varint_range{nodes.get_view()};
            break;
        case tag_and_type(OSMFormat::DenseNodes::packed_sint64_lat, pbf_wire_type::length_delimited):
            found.latitudes = varint_range{nodes.get_view()};
            break;
        case tag_and_type(OSMFormat::DenseNodes::packed_sint64_lon, pbf_wire_type::length_delimited):
            found.longitudes = varint_range{nodes.get_view()};
            break;
        case tag_and_type(OSMFormat::DenseNodes::packed_int32_keys_vals, pbf_wire_type::length_delimited):
            found.tags = varint_range{nodes.get_view()};
            break;
        case tag_and_type(OSMFormat::DenseNodes::optional_DenseInfo_denseinfo, pbf_wire_type::length_delimited): {
            pbf_message<OSMFormat::DenseInfo> info{nodes.get_view()};
            while (info.next()) {
                switch (info.tag_and_type()) {
                case tag_and_type(OSMFormat::DenseInfo::packed_sint64_timestamp, pbf_wire_type::length_delimited):
                    found.timestamps = varint_range{info.get_view()};
                    break;
                case tag_and_type(OSMFormat::DenseInfo::packed_bool_visible, pbf_wire_type::length_delimited):
                    found.visibles = varint_range{info.get_view()};
                    break;
                default:
                    info.skip();
                }
            }
            break;
        }
        default:
            nodes.skip();
        }
    }
    return found;
}

/// Passes over the end of a node's tags, if it has none.
static bool skip_no_tags(varint_range &tags) {
    if (tags.empty()) { return true; }
    varint_range next = tags;
    if (next.next_uint32() != 0) { return false; }
    tags = next;
    return true;
}

void Block::read_dense(const data_view &data) {
    Dense ranges = dense_ranges(data);
    Sum id, latitude, longitude, timestamp;
    while (!ranges.ids.empty()) {
        if (ranges.latitudes.empty() || ranges.longitudes.empty()) { throw Failure{"a node has no place"}; }
        osmium_element element{};
        element.kind = osmium_node;
        element.id = id.add(ranges.ids.next_sint64());
        const int64_t north = latitude.add(ranges.latitudes.next_sint64());
        set_place(element, north, longitude.add(ranges.longitudes.next_sint64()));
        if (!ranges.timestamps.empty()) { element.edited = seconds(timestamp.add(ranges.timestamps.next_sint64())); }
        if (!ranges.visibles.empty()) { element.is_deleted = ranges.visibles.next_int32() == 0; }
        if (!element.has_place || element.is_deleted || !skip_no_tags(ranges.tags)) {
            begin(element);
            hand_over_dense(ranges.tags);
            m_sink.end(m_sink.context);
        } else {
            add_plain(element);
        }
    }
    flush_plain();
    if (!ranges.latitudes.empty() || !ranges.longitudes.empty()) { throw Failure{"a place has no node"}; }
}

void Block::read_way(const data_view &data) {
    osmium_element element{};
    element.kind = osmium_way;
    varint_range keys, values, refs;
    pbf_message<OSMFormat::Way> way{data};
    while (way.next()) {
        switch (way.tag_and_type()) {
        case tag_and_type(OSMFormat::Way::required_int64_id, pbf_wire_type::varint):
            element.id = way.get_int64();
            break;
        case tag_and_type(OSMFormat::Way::packed_uint32_keys, pbf_wire_type::length_delimited):
            keys = varint_range{way.get_view()};
            break;
        case tag_and_type(OSMFormat::Way::packed_uint32_vals, pbf_wire_type::length_delimited):
            values = varint_range{way.get_view()};
            break;
        case tag_and_type(OSMFormat::Way::optional_Info_info, pbf_wire_type::length_delimited):
            read_info(way.get_view(), element);
            break;
        case tag_and_type(OSMFormat::Way::packed_sint64_refs, pbf_wire_type::length_delimited):
            refs = varint_range{way.get_view()};
            break;
        default:
            way.skip();
        }
    }
    begin(element);
    hand_over_members(refs, varint_range{}, false);
    hand_over(keys, values);
    m_sink.end(m_sink.context);
}

void Block::read_relation(const data_view &data) {
    osmium_element element{};
    element.kind = osmium_relation;
    varint_range keys, values, refs, kinds;
    pbf_message<OSMFormat::Relation> relation{data};
    while (relation.next()) {
        switch (relation.tag_and_type()) {
        case tag_and_type(OSMFormat::Relation::required_int64_id, pbf_wire_type::varint):
            element.id = relation.get_int64();
            break;
        case tag_and_type(OSMFormat::Relation::packed_uint32_keys, pbf_wire_type::length_delimited):
            keys = varint_range{relation.get_view()};
            break;
        case tag_and_type(OSMFormat::Relation::packed_uint32_vals, pbf_wire_type::length_delimited):
            values = varint_range{relation.get_view()};
            break;
        case tag_and_type(OSMFormat::Relation::optional_Info_info, pbf_wire_type::length_delimited):
            read_info(relation.get_view(), element);
            break;
        case tag_and_type(OSMFormat::Relation::packed_sint64_memids, pbf_wire_type::length_delimited):
            refs = varint_range{relation.get_view()};
            break;
        case tag_and_type(OSMFormat::Relation::packed_MemberType_types, pbf_wire_type::length_delimited):
            kinds = varint_range{relation.get_view()};
            break;
        default:
            relation.skip();
        }
    }
    begin(element);
    hand_over_members(refs, kinds, true);
    hand_over(keys, values);
    m_sink.end(m_sink.context);
}
