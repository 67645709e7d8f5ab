import Database
import Domain

/// What is read so often that it is kept until a commit changes something.
package struct ReadCaches: Sendable {
    package let sessions: ReadCache<[UInt8], SessionRecord?>
    package let trips: ReadCache<String, Trip?>
    package let tripsByID: ReadCache<ID, Trip?>
    package let rows: ReadCache<ID, [RosterRow]>
    package let people: ReadCache<ID, [ID: MapPerson]>
    package let permissionsCache: ReadCache<[ID], ChatPermissions?>
    package let audiences: ReadCache<ID, Set<ID>?>
    package let rules: ReadCache<ID, ChatRules>
    package let chatPeople: ReadCache<ID, ChatPeople>
    package let safetyNames: ReadCache<ID, SafetyNames>
    package let chatForMe: ReadCache<ID, Int>
    /// By member, and by how often somebody wrote on the trip until then.
    package let chatNews: ReadCache<ChatNewsKey, Bool>
    /// Unread notices, by account.
    package let unreadNotices: ReadCache<ID, Int>
    package let bikeFeeds: ReadCache<ID, [BikeFeed]>
    /// Of every trip that still changes, under 0.
    package let openBikeFeeds: ReadCache<Int, [BikeFeed]>
    package let search: SearchCaches
    package let placeVoices: ReadCache<ID, PlaceVoices>

    init(_ database: AppDatabase) {
        sessions = ReadCache(database, limit: 20_000)
        trips = ReadCache(database, limit: 1_000)
        tripsByID = ReadCache(database, limit: 1_000)
        rows = ReadCache(database, limit: 50)
        people = ReadCache(database, limit: 50)
        permissionsCache = ReadCache(database, limit: 20_000)
        audiences = ReadCache(database, limit: 1_000)
        rules = ReadCache(database, limit: 100)
        chatPeople = ReadCache(database, limit: 50)
        safetyNames = ReadCache(database, limit: 50)
        chatForMe = ReadCache(database, limit: 20_000)
        chatNews = ReadCache(database, limit: 20_000)
        placeVoices = ReadCache(database, limit: 100)
        unreadNotices = ReadCache(database, limit: 20_000)
        bikeFeeds = ReadCache(database, limit: 1_000)
        openBikeFeeds = ReadCache(database, limit: 1)
        search = SearchCaches(
            staff: ReadCache(database, limit: 50), medics: ReadCache(database, limit: 50), friends: ReadCache(database, limit: 50))
    }
}

/// Of whether something unread waits for a member.
package struct ChatNewsKey: Hashable, Sendable {
    let member: ID
    let written: Int
    package init(member: ID, written: Int) {
        self.member = member
        self.written = written
    }
}
