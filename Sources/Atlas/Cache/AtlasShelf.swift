import Domain
import Foundation
import Synchronization

/// The atlas that is served, with what is drawn of it. Notices by itself when another one takes its place on the disk.
package final class AtlasShelf: Sendable {
    /// An atlas, its tiles and its name in addresses.
    package struct Edition: Sendable {
        package let atlas: Atlas
        package let drawer: TileDrawer
        package let cache: TileCache
        package let ski: SkiDetails
        /// Changes with the map data and with the way it is drawn.
        package let version: String
    }

    private struct State {
        var edition: Edition?
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

    /// - Parameters path: of the atlas file, which may be missing. tilesFolder: for the disk cache.
    package init(path: String, tilesFolder: String?) {
        self.path = path
        self.tilesFolder = tilesFolder
        state = Mutex(State(nextLook: clock.now))
    }

    /// Nil while no map has been imported. Looks at the disk at most four times a second.
    package func edition() -> Edition? {
        state.withLock { state in
            let now = clock.now
            guard now >= state.nextLook else { return state.edition }
            state.nextLook = now + .milliseconds(250)
            let identity = AtlasShelf.identity(path)
            guard identity != state.identity else { return state.edition }
            state.identity = identity
            open(&state)
            return state.edition
        }
    }

    /// Why the file on the disk is not served, if it is not.
    package var problem: String? { state.withLock { $0.problem } }

    private func open(_ state: inout State) {
        state.problem = nil
        guard state.identity != nil else { return state.edition = nil }
        do {
            let atlas = try Atlas(path: path)
            let version = "\(atlas.version)-\(TileDrawer.revision)"
            if let old = state.edition, old.version == version {
                // The same ground under another name: what is drawn of it stays good.
                state.edition = Edition(atlas: atlas, drawer: old.drawer, cache: old.cache, ski: old.ski, version: version)
                return
            }
            state.edition = Edition(
                atlas: atlas, drawer: TileDrawer(atlas), cache: TileCache(folder: folder(for: version)), ski: SkiDetails(atlas),
                version: version)
        } catch {
            // What was served goes on.
            state.problem = "\(error)"
        }
    }

    /// Tiles of other versions are nobody's any more.
    private func folder(for version: String) -> String? {
        guard let tilesFolder else { return nil }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: tilesFolder)) ?? [] where name != version {
            try? FileManager.default.removeItem(atPath: tilesFolder + "/" + name)
        }
        return tilesFolder + "/" + version
    }

    private static func identity(_ path: String) -> Identity? {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        return Identity(inode: UInt64(facts.st_ino), seconds: Int(facts.st_mtim.tv_sec), nanoseconds: Int(facts.st_mtim.tv_nsec))
    }

    /// Ground height in metres; nil without an atlas, and outside it.
    package func groundHeight(at place: Coordinates) -> Double? { edition()?.atlas.elevation.metres(at: place) }
}
