import Pages
import Services

extension MailPlace {
    /// Where the page is, below the server's address.
    package var path: String {
        switch self {
        case .invitation(let token): Path.personal(token).text
        case .settings: Path.noticeSettings().text
        case .stop(let token): Path.stopMail(token).text
        case .confirmation(let token): Path.confirmMail(token).text
        case .newPassword(let token): Path.newPassword(token).text
        case .staffInvite(let token): Path.staffInvite(token).text
        }
    }
}
