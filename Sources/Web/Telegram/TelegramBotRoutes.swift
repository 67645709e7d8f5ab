import Domain
import HTTPTypes
import Hummingbird
import Pages
import Services

/// Linking chats to the bot, and where Telegram brings what happens.
struct TelegramBotRoutes {
    private static let updateLimit = 1 << 20

    func add(to table: RouteTable) {
        table.get(Path.telegramLinking, .signedIn) { web, actor in
            web.html(
                TelegramLinkPage(
                    layout: try web.layout("Telegram"), slug: nil, linking: try web.services.telegramBot?.linking(actor),
                    isAdmin: actor.account.isAdmin, zone: try web.services.telegramBot?.zone(actor) ?? .utc))
        }
        table.post(Path.telegramLinking, .signedIn) { web, actor in
            try await TelegramBotRoutes.bot(web).makeLink(actor)
            return web.redirect(Path.telegramLinking())
        }
        table.post(Path.endTelegramLinking, .signedIn) { web, actor in
            try await TelegramBotRoutes.bot(web).unlink(actor)
            return web.redirect(Path.telegramLinking().asking("done", "telegram-off"))
        }
        table.get(Path.telegramGroup, .host, TelegramBotRoutes.group)
        table.post(Path.telegramGroup, .openHost) { web, access in
            try await TelegramBotRoutes.bot(web).makeGroupLink(access)
            return web.redirect(Path.telegramGroup(access.trip.fields.slug))
        }
        table.post(Path.endTelegramGroup, .openHost) { web, access in
            try await TelegramBotRoutes.bot(web).unlinkGroup(access)
            return web.redirect(Path.telegramGroup(access.trip.fields.slug).asking("done", "telegram-group-off"))
        }
        // Below where phones post: neither has a page of ours open.
        table.post(Path.telegramUpdates, .secret, TelegramBotRoutes.receive)
    }

    private static func bot(_ web: WebRequest) throws -> TelegramBot {
        guard let bot = web.services.telegramBot else { throw Refusal.notFound }
        return bot
    }

    private static func group(_ web: WebRequest, _ access: HostAccess) throws -> Response {
        web.html(
            TelegramLinkPage(
                layout: try web.layout("Telegram group", access, section: "/settings"), slug: access.trip.fields.slug,
                linking: try web.services.telegramBot?.linking(access), isAdmin: access.actor.account.isAdmin, zone: access.trip.zone))
    }

    /// Telegram hears 200 for everything that it need not send again.
    private static func receive(_ web: WebRequest) async throws -> Response {
        let bot = try bot(web)
        let secret = web.header("x-telegram-bot-api-secret-token") ?? ""
        let body = try await web.body(upTo: updateLimit)
        try await bot.take(hook: Array(body.readableBytesView), secret: secret, logger: web.context.logger)
        return web.json { $0.add("ok", true) }
    }
}
