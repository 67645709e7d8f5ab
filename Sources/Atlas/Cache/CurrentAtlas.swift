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
        var identity: FileIdentity?
        var nextLook: ContinuousClock.Instant
        var problem: String?
    }

    /// Where the atlas file lies, or will lie.
    package let place: AtlasPlace
    package var path: String { place.path }
    private let tilesFolder: String?
    private let clock = ContinuousClock()
    private let state: Mutex<State>

    /// - Parameters:
    ///   - path: of the atlas file, which may be missing.
    ///   - tilesFolder: for the disk cache.
    package init(path: String, tilesFolder: String?) {
        place = AtlasPlace(path: path)
        self.tilesFolder = tilesFolder
        state = Mutex(State(nextLook: clock.now))
        // The first request finds the map open.
        _ = loaded()
    }

    /// Nil while no map has been imported. Looks at the disk at most four times a second. Whoever notices a new file opens it;
    /// everybody else goes on with the old one meanwhile.
    package func loaded() -> Loaded? {
        let (current, found) = state.withLock { state -> (Loaded?, FileIdentity?) in
            let now = clock.now
            guard now >= state.nextLook else { return (state.loaded, nil) }
            state.nextLook = now + .milliseconds(250)
            let identity = place.identity
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
            case .failure(let error): state.problem = "\(error)".replacing(path, with: "The map file")
            }
            return state.loaded
        }
    }

    /// Opens at once what has just taken its place, so that no request has to.
    package func notice() {
        state.withLock { $0.nextLook = clock.now }
        _ = loaded()
    }

    /// Why the file on the disk is not served, if it is not; without saying where it is.
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

    /// Ground height in metres; nil without an atlas, outside it, and where it was not measured.
    package func groundHeight(at place: Coordinates) -> Double? { loaded()?.atlas.elevation.measured(at: place) }
}
