import Domain
import Hummingbird
import Pages
import Services

/// Conversations are opened, with one person or a group, and followed; somebody is blocked, and staff set the rules of one.
struct ConversationRoutes {
    func add(to table: RouteTable) {
        table.get(Path.newMessage, .member) { web, access in
            web.html(
                NewMessagePage(
                    layout: try web.tripLayout("New message", access, section: "/chat"), friends: try web.services.friends.list(access),
                    reader: access.member, blocked: try web.services.chat.blocked(access),
                    search: String(tidyLine(web.query("q")).prefix(100))))
        }
        table.post(Path.chatWithFriend, .member) { web, access in
            let id = try await web.services.chat.openDirect(with: web.id(), access)
            return web.redirect(Path.conversation(access.trip.fields.slug, id))
        }
        table.post(Path.followConversation, .member) { web, access in
            let wanted = try await web.form()["followed"]
            guard ["yes", "no"].contains(wanted) else { throw Refusal.invalid([FieldError("followed", "Choose whether you follow it.")]) }
            try await web.services.chat.setFollowing(wanted == "yes", web.id(), access)
            let done = wanted == "yes" ? "followed" : "unfollowed"
            return web.redirect(Path.conversation(access.trip.fields.slug, try web.id()).asking("done", done))
        }
        table.post(Path.blockFriend, .member) { web, access in
            let form = try await web.form()
            try await web.services.chat.setBlocked(form["blocked"] == "yes", web.id(), access)
            return web.redirect(Path.friend(access.trip.fields.slug, try web.id()))
        }
        table.post(Path.chatWithGroup, .openHost) { web, access in
            guard let group = try web.services.roster.groups(access).first(where: { (try? web.id()) == $0.id }) else {
                throw Refusal.notFound
            }
            let id = try await web.services.chat.openGroup(group, access)
            return web.redirect(Path.conversation(access.trip.fields.slug, id))
        }
        table.get(Path.conversationSettings, .staff) { web, access in
            try web.html(ConversationRoutes.settings(web, access, [:], [], nil))
        }
        table.post(Path.conversationSettings, .staff, ConversationRoutes.setRules)
    }

    private static func settings(
        _ web: WebRequest, _ access: StaffAccess, _ typed: [String: String], _ errors: [FieldError], _ problem: String?
    ) throws -> FormPage {
        let (id, slug) = (try web.id(), access.trip.fields.slug)
        let conversation = try web.services.chat.conversation(id, access)
        let left = conversation.readOnlyUntil.map { max(0, Int(($0 - web.now).components.seconds + 59) / 60) } ?? 0
        let values = [
            "slow_seconds": String(conversation.slowSeconds), "newcomer_minutes": String(conversation.newcomerMinutes),
            "read_only_minutes": String(left), "reason": left > 0 ? conversation.readOnlyReason : "",
        ].merging(typed) { $1 }
        let room = access.asMember.flatMap { try? web.services.chat.searchedRoom(id, $0) }.map { ConversationsPage.title($0, access.trip) }
        func field(_ name: String, _ label: String, _ kind: FormField.Kind, _ hint: String) -> FormField {
            FormField(name, label, values[name] ?? "", kind: kind, hint: hint, errors: errors)
        }
        return FormPage(
            layout: try web.layout("Writing limits", access, section: "/chat"), heading: "Writing limits",
            action: Path.conversationSettings(slug, id),
            fields: [
                field("slow_seconds", "Slow mode", .number, "Seconds between two messages of one person. 0 switches it off."),
                field("newcomer_minutes", "Newcomers only read for", .number, "Minutes after they joined the trip. 0 switches it off."),
                field("read_only_minutes", "Read-only for", .number, "Minutes from now. 0 opens it again."),
                field("reason", "Reason for read-only", .line, "Everybody reads it."),
            ], submit: "Save"
        )
        .with(
            intro: room.map { Texts.said("For travellers in “\($0)”. Hosts and moderators can always write.") }
                ?? Texts.said("For travellers. Hosts and moderators can always write.")
        )
        .with(other: ("Cancel", Path.conversation(slug, id)))
        .with(problem: problem)
    }

    private static func setRules(_ web: WebRequest, _ access: StaffAccess) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            var rules = ChatService.RulesOfConversation()
            rules.slowSeconds = form.whole("slow_seconds", in: 0...3600) ?? -1
            rules.newcomerMinutes = form.whole("newcomer_minutes", in: 0...10_080) ?? -1
            rules.readOnlyMinutes = form.whole("read_only_minutes", in: 0...10_080) ?? -1
            rules.reason = form["reason"]
            try await web.services.chat.setRules(rules, of: web.id(), access)
            return web.redirect(Path.conversation(access.trip.fields.slug, try web.id()).asking("done", "writing-limits"))
        } again: {
            try settings(web, access, form.values, $0, $1)
        }
    }
}
