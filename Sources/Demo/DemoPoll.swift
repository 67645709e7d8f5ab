import Domain
import Store

/// A poll that waits for its last votes, in the room of an event.
extension DemoChat {
    private static let question = "Which way down after the glacier?"
    /// Each with how many chose it.
    private static let answers = [("Long run to the village", 5), ("By gondola", 2), ("Not sure yet", 1)]

    func ask(in event: ID) async throws {
        let poll = NewPoll(
            question: DemoChat.question, answers: DemoChat.answers.map(\.0), isMultiple: false, closesAt: nil)
        let asked = now - .hours(8)
        let number = try await program.services.chat.keep(
            .init(
                conversation: event, trip: trip.id, member: people[1].id, clientID: program.system.newID(), text: poll.words, replyTo: nil,
                state: .visible, poll: poll), .init(), place: "", at: asked
        ).number
        var voter = 0
        for (position, answer) in DemoChat.answers.enumerated() {
            for _ in 0..<answer.1 {
                let member = people[voter % people.count].id
                try await program.store.messages.setVote(
                    position, isOn: true, in: number, by: member, at: asked + .minutes(voter + 1))
                voter += 1
            }
        }
    }
}
