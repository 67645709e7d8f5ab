import Domain
import HTTPTypes
import Hummingbird
import Pages
import Services

/// The map, the live stream, trails and track files.
struct MapRoutes {
    func add(to table: RouteTable) {
        table.get(Path.map, .staffOrMedic, MapRoutes.show)
        table.post(Path.setMapStyle, .staffOrMedic, MapRoutes.choose)
        table.get(Path.mapPrint, .staffOrMedic, MapRoutes.print)
        table.get(Path.live, .trip, MapRoutes.live)
        table.get(Path.positions, .staffOrMedic) { web, access in
            web.json(web.services.map.positions(access))
        }
        table.get(Path.mapTrails, .staffOrMedic) { web, access in
            let found = try await web.services.map.trails(group: tidyLine(web.query("group")), access)
            return web.json { out in
                out.array("lines") { out in
                    for trail in found { out.array { out in trail.places.forEach { MapRoutes.add($0, places: 5, to: &out) } } }
                }
                // The member of each trail, so that an open map removes the trail of a member who hides.
                out.array("of") { out in found.forEach { out.add($0.member) } }
            }
        }
        table.get(Path.memberTrail, .staffOrMedic) { web, access in
            let trail = try await web.services.map.trail(of: web.id(), access)
            return web.json { out in
                out.array("t") { out in trail.forEach { MapRoutes.add($0.coordinates, places: 6, at: $0.time, to: &out) } }
            }
        }
        table.get(Path.memberCard, .staffOrMedic, MapRoutes.card)
        // Who needs help, for a map that is open.
        table.get(Path.mapHelp, .staffOrMedic) { web, access in
            let calls = try MapScenes.calls(web, access).ranked
            return web.json { out in out.array("help") { out in calls.forEach { MapRoutes.add($0, to: &out) } } }
        }
        for format in TrackFormat.allCases {
            table.get(Path.memberTrack(format), .host) { web, access in
                try await MapRoutes.file(web, access, format, web.services.map.track(of: web.id(), access))
            }
            table.get(Path.groupTrack(format), .host) { web, access in
                try await MapRoutes.file(web, access, format, web.services.map.tracks(group: web.query("group"), access))
            }
        }
    }

    /// Who somebody is and how to reach them, over a page that names them. `?on=map` leaves out the link to the map.
    private static func card(_ web: WebRequest, _ access: StaffOrMedicAccess) throws -> Response {
        let found = try web.services.map.place(of: web.id(), access)
        let reader = try web.cardReader(access, MapScenes.calls(web, access))
        let card = PersonCard(found.person, found.entry, found.freshness, for: reader)
        return web.html(PersonCardPart(card: web.query("on") == "map" ? card.onMap : card))
    }

    /// Of a member who needs help: since when, whether anybody is on it, and who.
    private static func add(_ help: HelpCase, to out: inout JSONWriter) {
        out.array { out in
            out.add(help.memberID)
            out.add(help.raisedAt)
            out.add(help.state == .open ? "open" : "taken")
            out.add(HelpText.short(help))
        }
    }

    private static func add(_ point: Coordinates, places: Int, at time: Instant? = nil, to out: inout JSONWriter) {
        out.array { out in
            out.add(point.latitude, places: places)
            out.add(point.longitude, places: places)
            if let time { out.add(time) }
        }
    }

    private static func file(_ web: WebRequest, _ access: HostAccess, _ format: TrackFormat, _ tracks: [Track]) throws -> Response {
        let name = access.trip.fields.name
        return web.download(
            TrackExport.text(tracks, as: format, name: name, at: web.now), type: format.type,
            name: fileName(tracks) + "." + format.rawValue)
    }
    private static func fileName(_ tracks: [Track]) -> String { tracks.count == 1 ? tracks[0].name : "group-track" }

    private static func show(_ web: WebRequest, _ access: StaffOrMedicAccess) async throws -> Response {
        let ways = try await MapScenes.ways(web, access)
        // Who calls again is somewhere else.
        let call = try MapScenes.call(web, access)?.newest?.id.description ?? ""
        let inNeed = try MapScenes.calls(web, access).ranked.map { "\($0.memberID) \(HelpText.short($0))" }.joined(separator: " ")
        var response = try web.cachedPage(web.services.map.version(access) + " " + call + " " + inNeed, access) {
            var scene = try MapScenes.scene(web, access, ways)
            scene.signs = web.services.ski.everySign(access)
            scene.listed = try MapScenes.listed(web, access, scene.view)
            return MapPage(
                layout: try web.layout("Map", access, section: "/map", script: "map"), scene: scene,
                groups: try access.asStaff.map { try web.services.roster.groups($0) } ?? [],
                hits: try MapSearch.hits(web, access).map(\.page), isHost: access.isHost)
        }
        try allowImages(of: web.services.map.rasterServers(access), in: &response)
        return response
    }

    /// The same view on paper, with the same layers, in the style that was chosen.
    private static func print(_ web: WebRequest, _ access: StaffOrMedicAccess) async throws -> Response {
        var scene = try MapScenes.scene(web, access, await MapScenes.ways(web, access))
        scene.listed = try MapScenes.listed(web, access, scene.view)
        let ski =
            MapScenes.layers(web).contains(.ski)
            ? try web.services.ski.signs(
                from: scene.view.northWest, to: scene.view.southEast, zoom: scene.view.tileZoom, style: scene.style, access) : []
        return web.html(MapPrintPage(scene: scene, ski: ski, isLetter: web.query("paper") == "letter"))
    }

    /// A raster server's pictures are let in on the map alone.
    private static func allowImages(of servers: [RasterServer], in response: inout Response) throws {
        let origins = Set(servers.compactMap(\.origin)).sorted()
        guard !origins.isEmpty, let name = HTTPField.Name(SecurityHeaders.policyName) else { return }
        response.headers[name] = SecurityHeaders.policy(images: origins)
    }

    private static func choose(_ web: WebRequest, _ access: StaffOrMedicAccess) async throws -> Response {
        let form = try await web.form()
        guard let choice = MapChoice(rawValue: form["style"]) else {
            throw Refusal.invalid([FieldError("style", "Choose Auto, Street or Mountain.")])
        }
        try await web.services.map.choose(choice, access)
        return web.redirect(Path.local(form["back"]) ?? Path.map(access.trip.fields.slug))
    }

    /// The head goes out, then the hub writes to the connection itself until the stream ends.
    private static func live(_ web: WebRequest, _ access: TripAccess) throws -> Response {
        // Streams can say it in their address alone.
        let account = web.query("account")
        try PageEnd.check(account.isEmpty ? nil : account, access.actor)
        let stream = try web.services.live.subscribe(to: web.query("topics"), access)
        let channel = web.context.channel
        let lastEventID = web.header("last-event-id") ?? (web.query("last").isEmpty ? nil : web.query("last"))
        var headers: HTTPFields = [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-cache, no-store"]
        if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
        return Response(
            status: .ok, headers: headers,
            body: .init { writer in
                try await stream.serve(on: channel, lastEventID: lastEventID)
                try await writer.finish(nil)
            })
    }
}
