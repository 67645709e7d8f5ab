import Domain
import Hummingbird
import Pages
import Services

/// Browsers that take notices, and what they say of them.
struct PushRoutes {
    func add(to table: RouteTable) {
        table.get(Path.pushKey, .signedIn) { web, _ in
            guard let key = web.services.push.publicKey else { throw Refusal.notFound }
            return web.json { $0.add("key", key) }
        }
        table.post(Path.subscribeToPush, .signedIn, PushRoutes.subscribe)
        table.post(Path.unsubscribeFromPush, .signedIn) { web, actor in
            let form = try await web.form()
            let hadIt = try await web.services.push.remove(endpoint: form["endpoint"], actor)
            return web.json { $0.add("removed", hadIt) }
        }
        table.post(Path.removePush, .signedIn) { web, actor in
            try await web.services.push.remove(web.id(), actor)
            return web.redirect(Path.noticeSettings().asking("done", "push-removed"))
        }
        table.post(Path.replacePushKey, .admin) { web, access in
            try await web.services.push.replaceKey(access)
            return web.redirect(Path.accounts().asking("done", "push-key"))
        }
        // A worker has no page and perhaps no session any more: whoever knows the delivery's id got the delivery.
        table.post(Path.markDeliveryShown, .secret) { web in try await PushRoutes.note(web, isOpened: false) }
        table.post(Path.markDeliveryOpened, .secret) { web in try await PushRoutes.note(web, isOpened: true) }
    }

    private static func subscribe(_ web: WebRequest, _ actor: Actor) async throws -> Response {
        let form = try await web.form()
        let mustRenew = try await web.services.push.subscribe(
            .init(
                endpoint: form["endpoint"], point: form["p256dh"], secret: form["auth"],
                label: deviceName(web.client.userAgent)), actor)
        return web.json { $0.add("renew", mustRenew) }
    }

    /// - Parameter isOpened: that somebody tapped on it; else only that it was shown.
    private static func note(_ web: WebRequest, isOpened: Bool) async throws -> Response {
        let form = try await web.form()
        let known = try await web.services.notices.outbox.report(
            web.id(), isOpened: isOpened, at: form.meantAt(web.now) ?? web.now)
        guard known else { throw Refusal.notFound }
        return web.json { $0.add("noted", true) }
    }
}
