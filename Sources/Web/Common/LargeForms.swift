import Domain

/// Room for forms with photos, which are read into memory: an account may send two at a time, and all accounts together may hold this many
/// bytes. Only bytes that have arrived count, and slow uploads make room for the others.
package struct LargeForms: Sendable {
    private struct Upload: Sendable {
        let number: Int
        let account: ID?
        let since: ContinuousClock.Instant
        var bytes = 0
    }
    package static let room = 256 << 20
    private static let share = 2
    private static let dawdling = Duration.seconds(30)
    /// The oldest first.
    private var uploads: [Upload] = []
    private var count = 0
    package init() {}

    /// Begins an upload, until its number is given to `leave`.
    package mutating func enter(_ account: ID?, at now: ContinuousClock.Instant) throws(Refusal) -> Int {
        guard uploads.count(where: { $0.account == account }) < LargeForms.share else {
            throw .unavailable("Two of your uploads are still on their way. Try again when one is done.", retryAfter: 5)
        }
        count += 1
        uploads.append(Upload(number: count, account: account, since: now))
        return count
    }

    /// Takes room for bytes that have arrived. Also refuses an upload that had to make room since its last call; its memory is freed with
    /// its next byte, or when the edge closes a client that sends none.
    package mutating func grow(_ number: Int, by bytes: Int, at now: ContinuousClock.Instant) throws(Refusal) {
        while used + bytes > LargeForms.room, let slow = uploads.firstIndex(where: { now - $0.since > LargeForms.dawdling }) {
            uploads.remove(at: slow)
        }
        guard used + bytes <= LargeForms.room, let place = uploads.firstIndex(where: { $0.number == number }) else {
            throw .unavailable("Many photos are on their way at once. Try again in a moment.", retryAfter: 5)
        }
        uploads[place].bytes += bytes
    }

    private var used: Int { uploads.reduce(0) { $0 + $1.bytes } }

    package mutating func leave(_ number: Int) { uploads.removeAll { $0.number == number } }
}
