import Domain
import Hummingbird
import Pages
import Services

/// Moderator notices, and what somebody says against them.
struct NoticeRoutes {
    func add(to table: RouteTable) {
        table.get(Path.chatNotices, .member) { web, access in try await web.html(NoticeRoutes.notices(web, access, nil)) }
        table.post(Path.appealNotice, .member, NoticeRoutes.appeal)
    }

    private static func notices(_ web: WebRequest, _ access: MemberAccess, _ problem: String?) async throws -> NoticesPage {
        NoticesPage(
            layout: try web.tripLayout("Moderator notices", access, section: "/chat"),
            notices: try await web.services.moderation.notices(access), staff: try web.services.moderation.staff(access), problem: problem)
    }

    private static func appeal(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            try await web.services.moderation.appeal(web.ordinal("number"), text: form["text"], access)
            return web.redirect(Path.chatNotices(access.trip.fields.slug).asking("done", "appealed"))
        } again: { errors, problem in
            try await notices(web, access, problem ?? errors.said)
        }
    }
}
