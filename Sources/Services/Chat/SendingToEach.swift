import Domain

/// What became of a message to several members.
package struct SendingOutcome: Sendable {
    package var sent: [ID] = []
    /// Who did not get it, and why the first of them did not.
    package var left: [ID] = []
    package var reason: Texts.Sentence?
}

extension ChatService {
    /// The same words to several members, to each alone. The limits of writing hold: whoever is beyond them is left.
    /// - Parameter message: names the message; sent again with the same name it is not stored twice.
    /// - Throws: invalid where no text would be taken from this member.
    package func send(_ text: String, toEach members: [ID], message: ID, _ access: MemberAccess) async throws -> SendingOutcome {
        var outcome = SendingOutcome()
        for (index, member) in members.enumerated() where member != access.member {
            do {
                let conversation = try await openDirect(with: member, access)
                let client = ID(high: message.high ^ member.high, low: message.low ^ member.low)
                _ = try await send(.init(clientID: client, text: text, replyTo: nil, photos: []), to: conversation, access)
                outcome.sent.append(member)
            } catch Refusal.conflict(let reason) {
                outcome.left.append(member)
                if outcome.reason == nil { outcome.reason = reason }
            } catch Refusal.tooMany(let reason, _) {
                outcome.left += members[index...]
                if outcome.reason == nil { outcome.reason = reason }
                break
            } catch Refusal.notFound {
                outcome.left.append(member)
            }
        }
        return outcome
    }
}
