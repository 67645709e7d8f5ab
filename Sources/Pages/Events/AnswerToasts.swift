import Domain

/// What the event's page says once a host has answered for others, and once that is taken back.
extension EventPage {
    /// "Bruno Demovich: going", "5 answers saved: going", "5 answers saved: 3 going, 2 waitlist". Nil where nothing has changed.
    package static func answered(_ former: [FormerAnswer], _ guests: [EventGuest]) -> String? {
        guard let first = former.first else { return nil }
        if former.count == 1 {
            guard let name = names([first.number], guests).first else { return nil }
            return Texts.said("\(name): \(word(first.became))")
        }
        let counts = RSVP.allCases.map { rsvp in (rsvp: rsvp, count: former.count { $0.became == rsvp }) }.filter { $0.count > 0 }
        let said = counts.count == 1 ? word(first.became) : counts.map { "\($0.count) \(word($0.rsvp))" }.joined(separator: ", ")
        return Texts.said("\(counted(former.count, "answer")) saved: \(said)")
    }

    /// "Bruno Demovich: no answer", "5 answers are as before.", and honestly who lost a place or answered anew.
    package static func undone(_ outcome: RestoredAnswers, _ guests: [EventGuest]) -> String? {
        var said: [String] = []
        let restored = guests.filter { outcome.restored.contains($0.invitation.number) }
        if let only = restored.first, restored.count == 1 {
            said.append(Texts.said("\(only.row.fullName): \(word(only.invitation.rsvp)), as before."))
        } else if !restored.isEmpty {
            said.append(Texts.said("\(counted(restored.count, "answer is", "answers are")) as before."))
        }
        if !outcome.waiting.isEmpty {
            said.append(Texts.said("On the waitlist, because the place is gone: \(few(outcome.waiting, guests))."))
        }
        if !outcome.kept.isEmpty {
            said.append(Texts.said("Kept, because they have another answer by now: \(few(outcome.kept, guests))."))
        }
        if let places = outcome.keptPlaces {
            said.append(Texts.said("The event keeps its \(counted(places, "place")): somebody else has one of them by now."))
        }
        return said.isEmpty ? nil : said.joined(separator: " ")
    }

    private static func word(_ rsvp: RSVP) -> String { Texts.said(text: rsvp.label).lowercased() }

    private static func names(_ numbers: [Int], _ guests: [EventGuest]) -> [String] {
        let wanted = Set(numbers)
        return guests.filter { wanted.contains($0.invitation.number) }.map(\.row.fullName)
    }

    private static func few(_ numbers: [Int], _ guests: [EventGuest]) -> String {
        let names = names(numbers, guests)
        return names.count > 5
            ? Texts.said("\(names.prefix(5).joined(separator: ", ")) and \(names.count - 5) more") : names.joined(separator: ", ")
    }
}
