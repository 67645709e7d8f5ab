import Domain
import Hummingbird
import Pages
import Services

/// What is done beside one message: reacting, pinning, and what moderators do while they read.
struct MessageMenuRoutes {
    func add(to table: RouteTable) {
        table.get(Path.aboutMessage, .member) { web, access in try web.html(MessageMenuRoutes.page(web, access)) }
        table.post(Path.react, .member, MessageMenuRoutes.react)
        table.post(Path.pinMessage, .openHost) { web, access in
            let typed = try await web.form()["pinned"]
            // The way back names what it does in its address, as every undo.
            let isPinned = (typed.isEmpty ? web.query("pinned") : typed) == "yes"
            try await web.services.chat.setPinned(isPinned, web.ordinal("number"), in: web.id(), access)
            let undo = try MessageMenuRoutes.pin(web, access, number: web.ordinal("number"), isWanted: !isPinned)
            return try MessageMenuRoutes.said(web, access, done: isPinned ? "pinned" : "unpinned", undo: undo)
        }
        table.post(Path.removeMessage, .staff) { web, access in
            let entry = try await web.services.moderation.removeNow(web.ordinal("number"), in: web.id(), access)
            return try MessageMenuRoutes.acted(web, access, entry)
        }
        table.post(Path.muteAuthor, .staff) { web, access in
            let minutes = try await web.form().whole("minutes", in: 10...10_080) ?? 0
            let entry = try await web.services.moderation.muteNow(web.ordinal("number"), in: web.id(), minutes: minutes, access)
            return try MessageMenuRoutes.acted(web, access, entry)
        }
        table.post(Path.undoOnMessage, .staff) { web, access in
            guard let log = web.query("log").ordinal else { throw Refusal.conflict("This cannot be undone.") }
            try await web.services.moderation.undo(log, reason: "", access)
            return web.redirect(try MessageMenuRoutes.here(web, access, done: "undone"))
        }
        table.post(Path.restoreMessage, .staff) { web, access in
            try await web.services.moderation.restore(web.ordinal("number"), in: web.id(), access)
            return try MessageMenuRoutes.said(web, access, done: "message-back")
        }
    }

    /// What the reader has just pinned or no longer pins, with the way back.
    static func pinned(_ web: WebRequest, _ access: MemberAccess) throws -> Flash? {
        let done = web.query("done")
        guard access.isHost, ["pinned", "unpinned"].contains(done), let number = web.query("around").ordinal else { return nil }
        let undo = try pin(web, access, number: number, isWanted: done == "unpinned")
        return FlashMessage.text(done).map { Flash($0, undo: undo) }
    }

    private static func pin(_ web: WebRequest, _ access: some TripProof, number: Int, isWanted: Bool) throws -> Link {
        Path.pinMessage(access.trip.fields.slug, try web.id(), number).asking("pinned", isWanted ? "yes" : "no")
    }

    /// The same sentence for scripts and above a page's messages.
    private static func said(_ web: WebRequest, _ access: some TripProof, done: String, undo: Link? = nil) throws -> Response {
        guard web.wantsJSON else { return web.redirect(try here(web, access, done: done)) }
        return web.json { out in
            out.add("text", FlashMessage.text(done).map(Texts.said(text:)) ?? "")
            if let undo { out.add("undo", undo.text) }
        }
    }

    private static func here(_ web: WebRequest, _ access: some TripProof, done: String) throws -> Link {
        Path.conversation(access.trip.fields.slug, try web.id()).asking([("around", String(try web.ordinal("number"))), ("done", done)])
    }

    private static func page(_ web: WebRequest, _ access: MemberAccess) throws -> MessagePage {
        let opened = try web.services.chat.opened(web.ordinal("number"), in: web.id(), access)
        // Between two members nobody moderates before one of them reports it.
        let staff = opened.line.conversation.kind == .direct ? nil : access.asStaff
        return MessagePage(
            layout: try web.tripLayout("Message", access, section: "/chat"), opened: opened,
            phone: try staff.map { try web.services.moderation.phone(of: opened.message.authorID, $0) })
    }

    /// "add" or "drop" holds the sign: a form that is sent twice does the same as once.
    private static func react(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let form = try await web.form()
        let isOn = form["drop"].isEmpty
        guard let reaction = Reaction(rawValue: isOn ? form["add"] : form["drop"]) else {
            throw Refusal.invalid([FieldError("add", "Choose a reaction.")])
        }
        let message = try await web.services.chat.react(reaction, isOn: isOn, to: web.ordinal("number"), in: web.id(), access)
        if web.wantsJSON { return web.html(try ChatRoutes.row(message, access, web.services)) }
        return web.redirect(
            Path.conversation(access.trip.fields.slug, message.conversationID).asking("around", String(message.number)))
    }

    /// Scripts learn what was done and where it is undone; a page says so above the messages.
    private static func acted(_ web: WebRequest, _ access: StaffAccess, _ entry: LogEntry) throws -> Response {
        let (slug, id, number) = (access.trip.fields.slug, try web.id(), try web.ordinal("number"))
        let done = Acted(entry, slug, id, message: number)
        if web.wantsJSON {
            return web.json { out in
                out.add("text", done.text)
                out.add("undo", done.undo.text)
            }
        }
        let query = [("around", String(number)), ("acted", String(entry.number))]
        return web.redirect(Path.conversation(slug, id).asking(query))
    }
}
