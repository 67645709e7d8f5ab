import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import Pages
import Services

/// Conversations, with scripts or without.
struct ChatRoutes {

    func add(to table: RouteTable) {
        table.get(Path.chat, .trip, ChatRoutes.list)
        table.get(Path.chatSearch, .member, ChatRoutes.search)
        NoticeRoutes().add(to: table)
        table.get(Path.conversation, .trip) { web, access in
            switch try web.services.chat.reader(access) {
            case .along(let staff): return try ChatRoutes.along(web, staff)
            case .member(let member):
                return try await ChatRoutes.thread(web, member, ChatRoutes.fresh(web), [], nil, status: .ok)
            }
        }
        table.get(Path.messages, .member, ChatRoutes.part)
        table.postOnFastPath(Path.messages, .member, ChatRoutes.send)
        table.get(Path.message, .member, ChatRoutes.message)
        table.get(Path.editMessage, .member) { web, access in
            try web.html(ChatRoutes.editPage(web, access, nil, [], nil))
        }
        table.post(Path.editMessage, .member, ChatRoutes.edit)
        table.post(Path.deleteMessage, .member) { web, access in
            try await web.services.chat.delete(ChatRoutes.number(web), in: web.id(), access)
            return web.redirect(Path.conversation(access.trip.fields.slug, try web.id()))
        }
        table.post(Path.markConversationRead, .member) { web, access in
            try await web.services.chat.markRead(web.form()["number"].ordinal ?? 0, in: web.id(), access)
            return Response(status: .noContent)
        }
        MessageMenuRoutes().add(to: table)
        PollRoutes().add(to: table)
        ConversationRoutes().add(to: table)
    }

    private static func number(_ web: WebRequest) throws(Refusal) -> Int {
        try web.ordinal("number")
    }

    // MARK: reading

    private static func along(_ web: WebRequest, _ access: StaffAccess) throws -> Response {
        let along = try web.services.chat.openAlong(web.id(), numbered(web) ?? .newest, access)
        return web.html(AlongPage(layout: try web.tripLayout("Chat", access, section: "/chat"), along: along)).keptByNoDevice()
    }

    private static func list(_ web: WebRequest, _ access: TripAccess) throws -> Response {
        switch try web.services.chat.reader(access) {
        case .along(let staff):
            return web.html(
                ConversationsPage(
                    layout: try web.tripLayout("Chat", staff, section: "/chat"), lines: try web.services.chat.listAlong(staff),
                    calls: try web.services.safety.messages(staff), newNotices: nil)
            ).keptByNoDevice()
        case .member(let member):
            let list = web.html(
                ConversationsPage(
                    layout: try web.tripLayout("Chat", member, section: "/chat", script: "conversations"),
                    lines: try web.services.chat.list(member), calls: try web.services.safety.messages(of: member),
                    newNotices: try web.services.moderation.newNotices(member)))
            return member.role.isStaff ? list.keptByNoDevice() : list
        }
    }

    private static func search(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        await web.services.chat.indexNew()
        let text = String(tidyLine(web.query("q")).prefix(200))
        let room = try ID(web.query("room")).map { try web.services.chat.searchedRoom($0, access) }
        return web.html(
            ChatSearchPage(
                layout: try web.tripLayout("Search", access, section: "/chat"), searched: text, room: room,
                found: try web.services.chat.searchWithRooms(text, in: room?.conversation.id, access)))
    }

    private static func numbered(_ web: WebRequest) -> ThreadPosition? {
        if let number = web.query("before").ordinal { return .before(number) }
        if let number = web.query("after").ordinal { return .after(number) }
        return web.query("around").ordinal.map { .around($0) }
    }

    private static func wanted(_ web: WebRequest, _ access: MemberAccess) throws -> ThreadPosition {
        if let part = numbered(web) { return part }
        if let day = Day(web.query("day")) { return try web.services.chat.part(from: day, in: web.id(), access) }
        return .newest
    }

    private static func fresh(_ web: WebRequest) -> ThreadPage.Typed {
        var typed = ThreadPage.Typed(clientID: web.services.system.newID())
        typed.replyTo = web.query("reply").ordinal
        return typed
    }

    private static func thread(
        _ web: WebRequest, _ access: MemberAccess, _ typed: ThreadPage.Typed, _ errors: [FieldError], _ problem: String?,
        status: HTTPResponse.Status
    ) async throws -> Response {
        let id = try web.id()
        let thread = try web.services.chat.open(id, wanted(web, access), access)
        // Opening the end of a conversation is reading it, without scripts too.
        if !thread.hasLater { try? await web.services.chat.markRead(thread.messages.last?.number ?? 0, in: id, access) }
        let response = web.html(try page(web, access, thread, typed, Complaint(errors, problem)), status: status)
        return access.role.isStaff ? response.keptByNoDevice() : response
    }

    private static func page(
        _ web: WebRequest, _ access: MemberAccess, _ thread: ChatThread, _ typed: ThreadPage.Typed, _ complaint: Complaint
    ) throws -> ThreadPage {
        let id = try web.id()
        let reply = typed.replyTo.flatMap { try? web.services.chat.message($0, in: id, access) }
        let isOfTrip = thread.permissions.conversation.kind == .trip
        let title = isOfTrip ? "Chat" : ConversationsPage.title(thread.line, access.trip)
        var content = ThreadPage.Content(thread)
        content.calls = try web.services.safety.messages(of: access)
        if isOfTrip { content.announced = try web.services.announcements.inChat(access) }
        return ThreadPage(
            layout: try web.tripLayout(
                title, access, section: "/chat",
                flash: acted(web, access) ?? PollRoutes.done(web, access) ?? MessageMenuRoutes.pinned(web, access), script: "chat"),
            content: content,
            reply: reply.flatMap { $0.state == .visible && !thread.blocked.contains($0.authorID) ? $0 : nil }, typed: typed,
            complaint: complaint)
    }

    /// What the reader has just done as a moderator, by its number in the address.
    private static func acted(_ web: WebRequest, _ access: MemberAccess) throws -> Flash? {
        guard let staff = access.asStaff, let log = web.query("acted").ordinal, let message = web.query("around").ordinal else {
            return nil
        }
        let entry = try web.services.moderation.undoable(log, staff)
        return try entry.map { Acted($0, access.trip.fields.slug, try web.id(), message: message).flash }
    }

    private static func part(_ web: WebRequest, _ access: MemberAccess) throws -> Response {
        let found = try web.services.chat.page(web.id(), wanted(web, access), access)
        var response = web.html(ThreadPart(rows: ThreadRow.rows(found.messages, try view(access, web.services))))
        if let name = HTTPField.Name("X-More") { response.headers[name] = found.hasMore ? "yes" : "no" }
        return response
    }

    /// For whoever asks, with what only they may do.
    static func row(_ message: ChatMessage, _ access: MemberAccess, _ services: AppServices) throws -> MessageRow {
        MessageRow(message, try view(access, services))
    }

    private static func view(_ access: MemberAccess, _ services: AppServices) throws -> MessageView {
        var view = MessageView(
            access.trip.fields.slug, zone: access.trip.zone, reader: access.member, blocked: try services.chat.blocked(access),
            now: services.system.now())
        view.isStaff = access.role.isStaff
        view.calls = CallMark.byNumber(try services.safety.messages(of: access), access.trip.fields.slug)
        return view
    }

    private static func message(_ web: WebRequest, _ access: MemberAccess) throws -> Response {
        let found = try web.services.chat.message(number(web), in: web.id(), access)
        return web.html(try row(found, access, web.services))
    }

    // MARK: writing

    private static func send(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let form = try await web.form(limit: EdgeLimits.photos)
        var typed = ThreadPage.Typed(clientID: ID(form["client_id"]) ?? web.services.system.newID())
        (typed.text, typed.replyTo) = (form["text"], form["reply_to"].ordinal)
        let wantsPart = web.request.headers[.accept]?.containsASCII("json") == true
        do {
            let message = try await web.services.chat.send(
                .init(clientID: typed.clientID, text: form["text"], replyTo: typed.replyTo, photos: form.files), to: web.id(), access)
            if wantsPart { return web.html(try row(message, access, web.services)) }
            return web.redirect(Path.conversation(access.trip.fields.slug, try web.id()))
        } catch let refusal as Refusal where !wantsPart {
            return try await refused(web, access, refusal, typed)
        }
    }

    /// What was typed comes back with the reason.
    private static func refused(_ web: WebRequest, _ access: MemberAccess, _ refusal: Refusal, _ typed: ThreadPage.Typed) async throws
        -> Response
    {
        switch refusal {
        case .invalid(let errors): return try await thread(web, access, typed, errors, nil, status: .unprocessableContent)
        case .conflict(let text): return try await thread(web, access, typed, [], Texts.said(text), status: .conflict)
        case .tooMany(let text, let seconds):
            var response = try await thread(web, access, typed, [], Texts.said(text), status: .tooManyRequests)
            response.headers[.retryAfter] = String(seconds)
            return response
        default: throw refusal
        }
    }

    private static func editPage(_ web: WebRequest, _ access: MemberAccess, _ typed: String?, _ errors: [FieldError], _ problem: String?)
        throws -> FormPage
    {
        let (id, number) = (try web.id(), try number(web))
        let found = try web.services.chat.message(number, in: id, access)
        guard found.authorID == access.member, found.state == .visible, found.poll == nil else { throw Refusal.notFound }
        let slug = access.trip.fields.slug
        return FormPage(
            layout: try web.layout("Edit", access, section: "/chat"), heading: "Edit your message",
            action: Path.editMessage(slug, id, number),
            fields: [FormField("text", "Message", typed ?? found.text, kind: .text, errors: errors)], submit: "Save"
        )
        .with(intro: "You can edit it for 15 minutes after you sent it. Others see that it was edited.")
        .with(other: ("Cancel", Path.conversation(slug, id)))
        .with(problem: problem)
        .narrow
    }

    private static func edit(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            try await web.services.chat.edit(number(web), in: web.id(), text: form["text"], access)
            return web.redirect(Path.conversation(access.trip.fields.slug, try web.id()))
        } again: {
            try editPage(web, access, form["text"], $0, $1)
        }
    }
}
