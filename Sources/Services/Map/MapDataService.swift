import Atlas
import Domain
import Foundation
import Store
import Synchronization

/// The map's data: what is served, and one import at a time, on a thread of its own.
package final class MapDataService: Sendable {
    private struct Shared {
        var job: MapImportJob?
        var shouldStop = false
        /// The files of an import that asked something.
        var waiting: (files: [String], title: String)?
        /// Somebody is uploading.
        var isReceiving = false
    }

    private let currentAtlas: CurrentAtlas
    private let store: MapStore
    /// Nil where there is one node.
    private let files: MapFiles?
    private let system: SystemInputs
    private let shared = Mutex(Shared())
    private let queue = OperationQueue()

    init(currentAtlas: CurrentAtlas, store: MapStore, files: MapFiles?, system: SystemInputs) {
        self.currentAtlas = currentAtlas
        self.store = store
        self.files = files
        self.system = system
        queue.maxConcurrentOperationCount = 1
        queue.name = "map import"
    }

    package func overview(_ access: AdminAccess) throws -> MapDataOverview {
        MapDataOverview(
            facts: currentAtlas.loaded()?.atlas.facts, problem: currentAtlas.problem ?? files?.problem, job: shared.withLock { $0.job },
            rasterServers: try store.rasterServers())
    }

    // MARK: import

    /// A folder for the files of an upload; one upload or import at a time.
    package func beginUpload(_ access: AdminAccess) throws -> UploadFolder {
        let isFree = shared.withLock { shared in
            guard !shared.isReceiving, shared.job?.isRunning != true else { return false }
            (shared.isReceiving, shared.waiting) = (true, nil)
            return true
        }
        guard isFree else { throw Refusal.conflict("Another import is under way. Wait until it has ended, or stop it.") }
        let folder = currentAtlas.path + ".upload"
        try? FileManager.default.removeItem(atPath: folder)
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            cancelUpload()
            throw Refusal.unavailable("The files could not be saved. Is the disk full?", retryAfter: 60)
        }
        return UploadFolder(path: folder)
    }

    package func cancelUpload() {
        try? FileManager.default.removeItem(atPath: currentAtlas.path + ".upload")
        shared.withLock { $0.isReceiving = false }
    }

    /// Starts with what was uploaded; the old map is served until the new one is whole.
    package func start(files: [String], name: String, _ access: AdminAccess) throws {
        guard !files.isEmpty else {
            cancelUpload()
            throw Refusal.invalid([FieldError("files", "Choose at least one file.")])
        }
        let names = files.map { ($0 as NSString).lastPathComponent }
        let title = name.isEmpty ? String((names.first ?? "Map").prefix { $0 != "." }) : name
        shared.withLock { shared in
            shared.job = MapImportJob(
                files: names, startedBy: access.actor.account.name, startedAt: system.now(), state: .running(nil))
            (shared.isReceiving, shared.shouldStop) = (false, false)
        }
        enqueue(files, title, mayLoseMap: false)
    }

    private func enqueue(_ files: [String], _ title: String, mayLoseMap: Bool) {
        queue.addOperation { [self] in
            let state = run(files, title, mayLoseMap)
            self.files?.look()
            var isAsking = false
            if case .asking = state { isAsking = true }
            if !isAsking { try? FileManager.default.removeItem(atPath: currentAtlas.path + ".upload") }
            shared.withLock { shared in
                shared.job?.state = state
                shared.waiting = isAsking ? (files: files, title: title) : nil
            }
        }
    }

    /// The yes to what an import asked: its files were kept.
    package func confirm(_ access: AdminAccess) throws {
        let waiting = shared.withLock { shared in
            defer { shared.waiting = nil }
            if shared.waiting != nil {
                shared.job?.state = .running(nil)
                shared.shouldStop = false
            }
            return shared.waiting
        }
        guard let waiting else { throw Refusal.conflict("No import waits for an answer. Choose the files again.") }
        enqueue(waiting.files, waiting.title, mayLoseMap: true)
    }

    private func run(_ files: [String], _ title: String, _ mayLoseMap: Bool) -> MapImportJob.State {
        let importer = AtlasImporter(name: title, at: system.now()) { progress in
            let stops = self.shared.withLock { shared in
                shared.job?.state = .running(progress)
                return shared.shouldStop
            }
            if stops { throw ImportCancelled() }
        }
        do {
            return .done(try importer.make(from: files, at: currentAtlas.path, mayLoseMap: mayLoseMap))
        } catch is ImportCancelled {
            return .stopped
        } catch let loss as ElevationOnly {
            return .asking(loss.text)
        } catch let problem as AtlasProblem {
            return .failed(problem.text)
        } catch {
            return .failed("The map could not be written: is the disk full?")
        }
    }

    package func stop(_ access: AdminAccess) {
        let isDropped = shared.withLock { shared in
            shared.shouldStop = true
            defer { shared.waiting = nil }
            if shared.waiting != nil { shared.job?.state = .stopped }
            return shared.waiting != nil
        }
        if isDropped { try? FileManager.default.removeItem(atPath: currentAtlas.path + ".upload") }
    }

    // MARK: raster servers

    package func setRasterServer(_ server: RasterServer, _ access: AdminAccess) async throws {
        let isCleared = server.url.isEmpty
        if !isCleared {
            var check = Validation()
            check.merge(server.errors.map { FieldError("\(server.style.rawValue)_\($0.field)", $0.message) })
            try check.check()
        }
        try await store.setRasterServer(
            isCleared ? nil : server, style: server.style, by: access.author, id: access.actor.account.id, at: system.now())
    }
}
