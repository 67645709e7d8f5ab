import Domain
import Foundation

/// The imported map, read where it lies on the disk. Values of this type may be shared freely; the file stays mapped while
/// one of them lives, even when a newer atlas has taken its place.
package struct AtlasFile: Sendable {
    /// Eight hexadecimal digits that change with the content.
    package let version: String
    package let facts: AtlasFacts
    package let elevation: Elevation
    /// Everything that is on the map; empty where there is nothing.
    package let bounds: WorldBox

    let features: MappedSection
    let points: MappedSection
    let parts: MappedSection
    private let overviewIndex: MappedSection
    private let detailIndex: MappedSection
    let attributes: MappedSection
    let strings: MappedSection
    let ski: MappedSection
    private let overviewCount: Int

    /// - Throws: `AtlasProblem` where the file is missing, foreign, or damaged.
    package init(path: String) throws {
        let file = try MappedFile(path: path)
        let head = MappedSection(file, offset: 0, count: AtlasHeader.size)
        guard head.load(UInt64.self, at: 0) == AtlasHeader.magic, Int(head.load(UInt64.self, at: 16)) <= file.count else {
            throw AtlasProblem("\(path) is not an atlas of this version: import the map again.")
        }
        let entrySize = MemoryLayout<AtlasHeader.Entry>.stride
        let table = UnsafeRawBufferPointer(start: file.start + 24, count: AtlasSection.allCases.count * entrySize)
        let number = AtlasWriter.version(table)
        guard UInt64(number) == head.load(UInt64.self, at: 8) else { throw AtlasProblem("\(path) is damaged.") }
        version = String(format: "%08x", number)
        func section(_ section: AtlasSection) throws -> MappedSection {
            let entry = head.load(AtlasHeader.Entry.self, at: 24 + section.rawValue * entrySize)
            guard entry.offset + entry.length <= UInt64(file.count) else { throw AtlasProblem("\(path) is cut short.") }
            let found = MappedSection(file, offset: Int(entry.offset), count: Int(entry.length))
            guard found.checksum == entry.checksum else { throw AtlasProblem("\(path) is damaged.") }
            return found
        }
        (points, parts, features) = (try section(.points), try section(.parts), try section(.features))
        (overviewIndex, detailIndex) = (try section(.overviewIndex), try section(.detailIndex))
        (attributes, strings, ski) = (try section(.attributes), try section(.strings), try section(.ski))
        elevation = Elevation(try section(.elevation))
        facts = try JSONDecoder().decode(AtlasFacts.self, from: Data(try section(.facts).bytes))
        let records = features.array(of: FeatureRecord.self)
        overviewCount = records.firstIndex { $0.minZoom > overviewZoom } ?? records.count
        bounds = records.reduce(into: WorldBox.empty) { $0.add($1.box) }
    }

    package var featureCount: Int { features.count / MemoryLayout<FeatureRecord>.stride }
    /// By its number: from 0 up to `featureCount`, which is none.
    package func feature(_ index: Int) -> FeatureRecord { features.array(of: FeatureRecord.self)[index] }

    /// Visits features that meet the area and are visible at the zoom.
    func visit(meeting area: WorldBox, zoom: Int, _ body: (FeatureRecord) -> Void) {
        let records = features.array(of: FeatureRecord.self)
        func look(_ index: MappedSection, _ range: Range<Int>) {
            SpatialIndex.visit(index.array(of: WorldBox.self), count: range.count, meeting: area) { found in
                for place in found {
                    let record = records[range.lowerBound + place]
                    if Int(record.minZoom) <= zoom, record.box.meets(area) { body(record) }
                }
            }
        }
        look(overviewIndex, 0..<overviewCount)
        if zoom > Int(overviewZoom) { look(detailIndex, overviewCount..<records.count) }
    }

    /// The lines or rings of a feature, in place.
    package func lines(of feature: FeatureRecord, _ body: (UnsafeBufferPointer<WorldPoint>) -> Void) {
        let (all, counts) = (points.array(of: WorldPoint.self), parts.array(of: UInt32.self))
        var start = Int(feature.pointStart)
        for part in 0..<Int(feature.partCount) {
            let count = Int(counts[Int(feature.partStart) + part])
            body(UnsafeBufferPointer(rebasing: all[start..<start + count]))
            start += count
        }
    }

    func text(_ start: UInt32) -> String {
        let length = Int(strings.load(UInt16.self, at: Int(start)))
        return String(decoding: strings.bytes[(Int(start) + 2)..<(Int(start) + 2 + length)], as: UTF8.self)
    }
    /// "" if it has none.
    package func name(of feature: FeatureRecord) -> String { text(feature.nameStart) }

    /// The text of one attribute; nil if the feature has none such.
    package func attribute(_ wanted: FeatureAttribute, of feature: FeatureRecord) -> String? {
        attributeText(wanted, of: feature).map { text($0) }
    }

    /// Where that text stands.
    func attributeText(_ wanted: FeatureAttribute, of feature: FeatureRecord) -> UInt32? {
        for index in 0..<Int(feature.attributeCount) {
            let record = attributes.array(of: AttributeRecord.self)[Int(feature.attributeStart) + index]
            if record.attribute == UInt32(wanted.rawValue) { return record.textStart }
        }
        return nil
    }
}
