import Database
import Domain

extension NoticeStore {
    /// Open pages of these accounts, on whichever trip, look at their bell again.
    static func noteNews(for accounts: Set<ID>, on connection: Connection) throws {
        var members: [ID: [ID]] = [:]
        for account in accounts.sorted() {
            try connection.each("SELECT trip_id, id FROM member WHERE account_id = ?", [.id(account)]) {
                members[$0.id(0), default: []].append($0.id(1))
            }
        }
        for (trip, members) in members { connection.note(.notice(members, trip)) }
    }
}
