import Domain
import Foundation

/// Makes one atlas of OpenStreetMap extracts and elevation tiles. Nothing is seen of it before all of it is done.
package struct AtlasImporter {
    private let name: String
    private let now: Instant
    private let clock = ContinuousClock()
    private let onProgress: (ImportProgress) throws -> Void

    /// - Parameters:
    ///   - now: written into the atlas.
    ///   - onProgress: called often, on the importing thread; throws `ImportCancelled` to stop.
    package init(name: String, at now: Instant, onProgress: @escaping (ImportProgress) throws -> Void) {
        self.name = name
        self.now = now
        self.onProgress = onProgress
    }

    /// - Parameter mayLoseMap: elevation alone may take the place of a map with streets.
    /// - Returns: what was found. - Throws: `AtlasProblem`, `ElevationOnly`, `ImportCancelled`; the old atlas stays.
    package func make(from paths: [String], at target: String, mayLoseMap: Bool = false) throws -> ImportSummary {
        let start = clock.now
        var (elements, tiles) = (OSMElements(), [HGTTile]())
        guard !paths.isEmpty else { throw AtlasProblem("No files to import.") }
        let total = paths.reduce(0) { $0 + (((try? FileManager.default.attributesOfItem(atPath: $1))?[.size] as? Int) ?? 0) }
        var before = 0
        for path in paths {
            let file = (path as NSString).lastPathComponent
            let report: (Int) throws -> Void = { position in
                try onProgress(.init(phase: .reading, file: file, done: before + position, total: total, seconds: seconds(since: start)))
            }
            elements = try read(path, adding: elements, &tiles, report)
            before += ((try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int) ?? 0
        }
        if elements.areas.isEmpty, !tiles.isEmpty, !mayLoseMap { try refuseToLoseMap(at: target) }
        var report = ElevationReport(tiles)
        report.compare(with: elements.areas)
        elements.summary.elevationTiles = report.tiles.count
        elements.summary.elevationVoids = report.tiles.reduce(0) { $0 + $1.voids }
        return try write(elements, report, to: target, since: start)
    }

    private func refuseToLoseMap(at target: String) throws {
        guard let old = try? AtlasFile(path: target), old.featureCount > 0 else { return }
        throw ElevationOnly(name: old.facts.name, features: old.featureCount)
    }

    private func seconds(since start: ContinuousClock.Instant) -> Double { (clock.now - start) / .seconds(1) }

    /// An extract packs about 10 to 1; a zip bomb a thousand to one.
    private static func unpackedLimit(_ packed: Int) -> Int { 64_000_000 + 40 * packed }

    /// All that is in a file: an archive may hold many tiles.
    private func read(
        _ path: String, adding elements: consuming OSMElements, _ tiles: inout [HGTTile], _ report: (Int) throws -> Void
    ) throws -> OSMElements {
        let file = try UnpackedFile(path: path, limit: AtlasImporter.unpackedLimit)
        let name = (path as NSString).lastPathComponent
        var (others, isFound) = ([String](), false)
        var gathered = consume elements
        repeat {
            let inner = file.innerName.lowercased()
            if inner.hasSuffix(".hgt") {
                tiles.append(try HGTTile(file, onProgress: report))
            } else if file.isArchive, !inner.hasSuffix(".osm"), !inner.hasSuffix(".xml"), !inner.hasSuffix(".osm.pbf") {
                if !inner.isEmpty { others.append(file.innerName) }
                continue
            } else {
                gathered = try read(file, name, adding: gathered, report)
            }
            isFound = true
        } while try file.nextEntry()
        guard isFound else { throw ForeignFormat.problem(name, holding: others) }
        return gathered
    }

    private func read(
        _ file: UnpackedFile, _ name: String, adding elements: consuming OSMElements, _ report: (Int) throws -> Void
    ) throws -> OSMElements {
        var reader = AnyExtractReader(name: name, limit: file.limit, adding: elements)
        while try file.next({ try reader.feed($0) }) { try report(file.position) }
        return try reader.finish()
    }

    private func write(
        _ elements: consuming OSMElements, _ found: ElevationReport, to target: String, since start: ContinuousClock.Instant
    ) throws -> ImportSummary {
        var sealed = consume elements
        sealed.seal()
        let writer = try AtlasWriter(path: target)
        let assembling = clock.now
        var builder = FeatureBuilder(consume sealed, writer: writer)
        var done = 0
        let report = { (done: Int, total: Int) in
            try onProgress(.init(phase: .assembling, file: "", done: done, total: total, seconds: seconds(since: assembling)))
        }
        try report(0, builder.count)
        while let more = try builder.addSome() {
            done += more
            try report(done, builder.count)
        }
        // The builder and its nodes end here, before the rest is put in order.
        let product = try builder.finish()
        builder = FeatureBuilder(OSMElements(), writer: writer)
        try writer.close(.points)
        try onProgress(.init(phase: .writing, file: "", done: 0, total: 0, seconds: 0))
        var summary = product.summary
        try AtlasAssembly(product: product, tiles: found.tiles, writer: writer).write()
        let elevation = Elevation(try writer.written(.elevation))
        var checked = found
        checked.compare(with: product.peaks, elevation)
        summary.warn(checked.warnings, of: "elevation tiles")
        let network = SkiNetworkBuilder.build(product.skiLines) { elevation.metres(at: $0) }
        if network.crowdedEnds > 0 {
            summary.warnings.append(
                "Pistes and lifts lie too close together at \(network.crowdedEnds) of their ends: walks are missing there.")
        }
        try SkiSection.write(network, to: writer)
        summary.seconds = seconds(since: start)
        try writer.append([UInt8](try JSONEncoder().encode(AtlasFacts(name: name, summary: summary, createdAt: now))), to: .facts)
        try writer.close(.facts)
        try writer.finish()
        return summary
    }
}

/// Orders the features and writes all sections but the points.
struct AtlasAssembly {
    let product: FeatureBuilder.Product
    let tiles: [HGTTile]
    let writer: AtlasWriter

    func write() throws {
        var order = product.features.indices.map { (key: key(product.features[$0]), index: UInt32($0)) }
        order.sort { ($0.key, $0.index) < ($1.key, $1.index) }
        let features = order.map { product.features[Int($0.index)] }
        let overview = features.prefix { $0.minZoom <= overviewZoom }
        try write(product.parts, .parts)
        try write(features, .features)
        try write(SpatialIndex.build(overview.map(\.box)), .overviewIndex)
        try write(SpatialIndex.build(features.dropFirst(overview.count).map(\.box)), .detailIndex)
        try write(product.attributes, .attributes)
        try write(product.strings.bytes, .strings)
        try ElevationSection.write(tiles, to: writer)
    }

    private func write<Element: BitwiseCopyable>(_ array: [Element], _ section: AtlasSection) throws {
        try writer.append(array, to: section)
        try writer.close(section)
    }

    /// Overview features first, each part along the Hilbert curve.
    private func key(_ feature: FeatureRecord) -> UInt64 {
        UInt64(feature.minZoom <= overviewZoom ? 0 : 1) << 32 | UInt64(SpatialIndex.hilbert(feature.box.centre))
    }
}
