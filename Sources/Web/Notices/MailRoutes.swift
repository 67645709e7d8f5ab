import Domain
import Hummingbird
import Pages
import Services

/// Addresses that mail goes to: how they are confirmed, and how mail to them ends.
struct MailRoutes {
    func add(to table: RouteTable) {
        table.post(Path.askToConfirmMail, .signedIn) { web, actor in
            try await web.services.letters.askToConfirm(actor)
            return web.redirect(Path.noticeSettings().asking("done", "mail-asked"))
        }
        table.get(Path.confirmMail, .secret) { web in try web.html(MailRoutes.confirmPage(web)) }
        table.post(Path.confirmMail, .secret, MailRoutes.confirm)
        table.get(Path.stopMail, .secret) { web in try web.html(MailRoutes.stopPage(web)) }
        table.post(Path.stopMail, .secret, MailRoutes.stop)
    }

    /// Programs open links in mail before people do, so that opening one confirms nothing.
    private static func confirmPage(_ web: WebRequest, problem: String? = nil) throws -> FormPage {
        let token = try web.parameter("token")
        let (address, name) = try web.services.letters.confirmation(token)
        return FormPage(
            layout: try web.layout("Confirm your address"), heading: "Confirm your address", action: Path.confirmMail(token), fields: [],
            submit: "Yes, it is mine"
        )
        .with(intro: Texts.said("\(address) becomes the confirmed address of \(name) in Sotravel. Is that you?"))
        .with(problem: problem)
        .asDoor()
    }

    private static func confirm(_ web: WebRequest) async throws -> Response {
        try await web.submit {
            try await web.services.letters.confirm(web.parameter("token"))
            return web.html(
                LeavePage(
                    layout: try web.layout("Confirmed"), heading: "Your address is confirmed",
                    text: "Notices reach you there now, as you choose under “Notification settings”.", label: "Notification settings",
                    link: Path.noticeSettings()))
        } again: {
            try confirmPage(web, problem: $1)
        }
    }

    private static func stopPage(_ web: WebRequest) throws -> FormPage {
        let token = try web.parameter("token")
        let address = try web.services.mail.address(toStop: token)
        return FormPage(
            layout: try web.layout("No more email"), heading: "No more email", action: Path.stopMail(token), fields: [],
            submit: "Send nothing more"
        )
        .with(
            intro: Texts.said("\(address) gets no more email from Sotravel, not even urgent notices. Everything is still under the bell.")
        )
        .asDoor()
    }

    /// The answer is a page and no redirect, which mailboxes do not follow.
    private static func stop(_ web: WebRequest) async throws -> Response {
        try await web.services.mail.stop(web.parameter("token"))
        return web.html(
            LeavePage(
                layout: try web.layout("No more email"), heading: "No more email goes to you",
                text: "To get it again, confirm the address again under “Notification settings”.", label: "Notification settings",
                link: Path.noticeSettings()))
    }
}
