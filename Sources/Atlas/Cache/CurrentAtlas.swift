import Domain
import Foundation
import Synchronization

/// The atlas that is served, with what is drawn of it. Notices by itself when another one takes its place on the disk.
package final class CurrentAtlas: Sendable {
    /// An atlas, its tiles and its name in addresses. A class, so that handing it on costs one count.
    package final class Loaded: Sendable {
        package let atlas: AtlasFile
        package let drawer: TileDrawer
        package let cache: TileCache
        package let ski: SkiDetails
        package let search: AtlasSearch
        package let places: PlaceIndex
        /// Changes with the map data and with the way it is drawn.
        package let version: String

        init(_ atlas: AtlasFile, drawer: TileDrawer, cache: TileCache, version: String) {
            self.atlas = atlas
            self.drawer = drawer
            self.cache = cache
            ski = SkiDetails(atlas)
            search = AtlasSearch(atlas)
            places = PlaceIndex(atlas)
            self.version = version
        }

        /// The same map data in another file: what was made of it stays valid.
        init(_ atlas: AtlasFile, like old: Loaded) {
            self.atlas = atlas
            (drawer, cache, ski, search, places, version) = (old.drawer, old.cache, old.ski, old.search, old.places, old.version)
        }
    }

    private struct State {
        var loaded: Loaded?
        var identity: Identity?
        var nextLook: ContinuousClock.Instant
        var problem: String?
    }
    private struct Identity: Equatable {
        let inode: UInt64
        let seconds: Int
        let nanoseconds: Int
    }

    /// Of the atlas file.
    package let path: String
    private let tilesFolder: String?
    private let clock = ContinuousClock()
    private let state: Mutex<State>

    /// - Parameters:
    ///   - path: of the atlas file, which may be missing.
    ///   - tilesFolder: for the disk cache.
    package init(path: String, tilesFolder: String?) {
        self.path = path
        self.tilesFolder = tilesFolder
        state = Mutex(State(nextLook: clock.now))
        // The first request finds the map open.
        _ = loaded()
    }

    /// Nil while no map has been imported. Looks at the disk at most four times a second. Whoever notices a new file opens it;
    /// everybody else goes on with the old one meanwhile.
    package func loaded() -> Loaded? {
        let (current, found) = state.withLock { state -> (Loaded?, Identity?) in
            let now = clock.now
            guard now >= state.nextLook else { return (state.loaded, nil) }
            state.nextLook = now + .milliseconds(250)
            let identity = CurrentAtlas.identity(path)
            guard identity != state.identity else { return (state.loaded, nil) }
            state.identity = identity
            if identity == nil { state.loaded = nil }
            return (state.loaded, identity)
        }
        guard let found else { return current }
        let opened = Result { try open(after: current) }
        return state.withLock { state in
            // A still newer file may have been opened meanwhile.
            guard state.identity == found else { return state.loaded }
            switch opened {
            case .success(let loaded): (state.loaded, state.problem) = (loaded, nil)
            // The old atlas stays in use.
            case .failure(let error): state.problem = "\(error)"
            }
            return state.loaded
        }
    }

    /// Why the file on the disk is not served, if it is not.
    package var problem: String? { state.withLock { $0.problem } }

    private func open(after old: Loaded?) throws -> Loaded {
        let atlas = try AtlasFile(path: path)
        let version = "\(atlas.version)-\(TileDrawer.revision)"
        if let old, old.version == version { return Loaded(atlas, like: old) }
        return Loaded(atlas, drawer: TileDrawer(atlas), cache: TileCache(folder: folder(for: version)), version: version)
    }

    /// Tiles of other versions are not used any more; there may be many of them.
    private func folder(for version: String) -> String? {
        guard let tilesFolder else { return nil }
        let old = ((try? FileManager.default.contentsOfDirectory(atPath: tilesFolder)) ?? []).filter { $0 != version }
        if !old.isEmpty {
            Thread.detachNewThread { for name in old { try? FileManager.default.removeItem(atPath: tilesFolder + "/" + name) } }
        }
        return tilesFolder + "/" + version
    }

    private static func identity(_ path: String) -> Identity? {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        return Identity(inode: UInt64(facts.st_ino), seconds: Int(facts.st_mtim.tv_sec), nanoseconds: Int(facts.st_mtim.tv_nsec))
    }

    /// Ground height in metres; nil without an atlas, outside it, and where it was not measured.
    package func groundHeight(at place: Coordinates) -> Double? { loaded()?.atlas.elevation.measured(at: place) }
}
