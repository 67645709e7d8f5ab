import Compression
import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import Pages
import Services

/// Health, metrics and the program's own files.
struct OperationsRoutes {
    let metrics: WebMetrics

    func add(to table: RouteTable) {
        table.get(Path.healthz, .open) { _ in OperationsRoutes.text("ok\n") }
        table.get(Path.readyz, .open) { web in
            guard let reason = await OperationsRoutes.reasonToWait(web) else { return OperationsRoutes.text("ready\n") }
            var response = OperationsRoutes.text("not ready: \(reason)\n")
            response.status = .serviceUnavailable
            response.headers[.retryAfter] = "5"
            return response
        }
        table.get(Path.metrics, .open) { [metrics] web in
            guard OperationsRoutes.maySeeMetrics(web) else { throw Refusal.notFound }
            return OperationsRoutes.text(OperationsRoutes.exposition(web, metrics))
        }
        table.get(Path.health, .admin) { web, access in
            web.html(
                HealthPage(
                    layout: try web.layout("Health", section: Path.health.pattern), health: try web.services.installation.health(access),
                    version: web.options.version, now: web.now))
        }
        table.get(Path.manifest, .open) { _ in
            Response(
                status: .ok, headers: [.contentType: "application/manifest+json", .cacheControl: "public, max-age=3600"],
                body: .init(byteBuffer: ByteBuffer(bytes: OperationsRoutes.manifest.bytes)))
        }
        table.get(Path.assets, .open) { web in try OperationsRoutes.asset(web) }
    }

    /// Why a proxy is to send nobody here; nil if it may.
    private static func reasonToWait(_ web: WebRequest) async -> String? {
        let waiting = web.services.unsaved.count
        if web.services.live.isLeaving { return "this node ends" }
        if waiting > 0 { return "changes not yet stored on disk, tried again: \(waiting)" }
        do { return try await web.services.live.isReady() ? nil : "nothing can be stored" } catch { return "the database does not answer" }
    }

    private static let manifest = JSON.object { out in
        out.add("name", "Sotravel")
        out.add("short_name", "Sotravel")
        out.add("start_url", "/")
        out.add("scope", "/")
        out.add("display", "standalone")
        out.add("background_color", "#f6f7f8")
        out.add("theme_color", "#0b5c7a")
        out.array("icons") { out in
            addIcon("icon.svg", "any", "image/svg+xml", to: &out)
            addIcon("icon-192.png", "192x192", "image/png", to: &out)
            addIcon("icon-512.png", "512x512", "image/png", to: &out)
        }
    }

    private static func addIcon(_ asset: String, _ sizes: String, _ type: String, to out: inout JSONWriter) {
        out.object { out in
            out.add("src", Path.asset(asset).text)
            out.add("sizes", sizes)
            out.add("type", type)
            out.add("purpose", "any")
        }
    }

    private static func text(_ text: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/plain; charset=utf-8"], body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    /// Loopback, unless a proxy stands there for everybody; or the token.
    private static func maySeeMetrics(_ web: WebRequest) -> Bool {
        if let token = web.options.metricsToken, web.request.headers[.authorization] == "Bearer " + token { return true }
        let address = web.context.channel.remoteAddress?.ipAddress ?? ""
        return !web.options.isBehindProxy && (address == "127.0.0.1" || address == "::1")
    }

    /// Prometheus text format 0.0.4.
    private static func exposition(_ web: WebRequest, _ metrics: WebMetrics) -> String {
        let (fixes, writes) = (web.services.fixes.statistics, web.services.live.writeFigures)
        var text = ""
        func put(_ name: String, _ type: String, _ help: String, _ samples: [(String, Double)]) {
            text += "# HELP sotravel_\(name) \(help)\n# TYPE sotravel_\(name) \(type)\n"
            for (labels, value) in samples { text += "sotravel_\(name)\(labels) \(decimal(value, 6))\n" }
        }
        put(
            "responses_total", "counter", "Answers by class of status.",
            metrics.byClass.sorted { $0.key < $1.key }.map {
                ("{class=\"\($0.key)xx\"}", Double($0.value))
            })
        put("tracker_requests_total", "counter", "Requests of phone apps.", [("", Double(fixes.requests))])
        put("fixes_stored_total", "counter", "Positions acknowledged as stored.", [("", Double(fixes.fixes))])
        put("fixes_refused_total", "counter", "Positions kept out.", [("", Double(fixes.refused))])
        put("fixes_unavailable_total", "counter", "Requests told to come back.", [("", Double(fixes.unavailable))])
        put("commits_total", "counter", "Group commits.", [("", Double(writes.commits))])
        put("writes_total", "counter", "Writes inside them.", [("", Double(writes.writes))])
        put("write_failures_total", "counter", "Writes that failed.", [("", Double(writes.failures))])
        put("commit_seconds_total", "counter", "Time spent committing.", [("", Double(writes.busyMicroseconds) / 1e6)])
        put("writes_pending", "gauge", "Writes waiting for the next commit.", [("", Double(writes.pending))])
        put("stream_readers", "gauge", "Open streams.", [("", Double(web.services.live.subscriberCount))])
        put("runs_jobs", "gauge", "Whether this node does the jobs of all nodes.", [("", web.services.lease.isHeld ? 1 : 0)])
        put("trackers_open", "gauge", "Trackers that are not revoked.", [("", Double(web.services.live.trackerCount))])
        return text
    }

    /// Packed once, as small as can be.
    private static let packed = assets.mapValues { asset in
        Gzip.pack(asset.bytes, level: 12)
    }

    /// Packed while Sotravel was built: a tenth less than gzip, which some readers take alone.
    private static let best = assets.compactMapValues(\.brotli)

    /// A coding of its own, and not one that is refused.
    static func takesBrotli(_ encodings: String) -> Bool {
        encodings.split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            return parts.first == "br" && !parts.dropFirst().contains { $0.wholeMatch(of: /q=0(\.0*)?/) != nil }
        }
    }

    private static let assets = Dictionary(Assets.all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    /// A worker must be served from where its scope begins.
    static func script(_ web: WebRequest, _ name: String) throws -> Response {
        try answer(web, name, cacheControl: "no-cache")
    }

    private static func asset(_ web: WebRequest) throws -> Response {
        let name = web.request.uri.path.split(separator: "/").dropFirst(2).joined(separator: "/")
        let isCurrent = try web.parameter("hash") == Path.assetVersion
        return try answer(web, name, cacheControl: isCurrent ? "public, max-age=31536000, immutable" : "no-cache")
    }

    private static func answer(_ web: WebRequest, _ name: String, cacheControl: String) throws -> Response {
        guard let asset = assets[name] else { throw Refusal.notFound }
        var headers: HTTPFields = [.contentType: asset.contentType, .cacheControl: cacheControl, .vary: "Accept-Encoding"]
        // A worker has the policy that its own file comes with.
        if name.hasSuffix("-worker.js"), let field = HTTPField.Name(SecurityHeaders.policyName) {
            headers[field] = SecurityHeaders.policy()
        }
        let encodings = web.request.headers[.acceptEncoding] ?? ""
        var bytes = asset.bytes
        if takesBrotli(encodings), let best = best[name] {
            (headers[.contentEncoding], bytes) = ("br", best)
        } else if encodings.containsASCII("gzip"), let small = packed[name] {
            (headers[.contentEncoding], bytes) = ("gzip", small)
        }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
