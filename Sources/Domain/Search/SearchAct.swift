/// What waits to be done at the moment, found by what one would call doing it.
package enum SearchAct: Sendable {
    /// A call for help that is not over.
    case help(HelpCase)
    /// Ticks people in.
    case checkIn(Event, CheckInList)
    /// Reminds those who have not answered.
    case remind(Event, waiting: Int)

    /// Some hours before an event its lists are looked for, and until it is over.
    package static let checkInLead = Duration.hours(12)

    package var name: SearchIndex<SearchAct>.Name {
        switch self {
        case .help(let help): .init(self, help.memberName, details: "i'm on it sos help emergency call")
        case .checkIn(let event, let list):
            .init(self, "Check in " + list.name, details: "tick bus list who is missing " + event.fields.title)
        case .remind(let event, _): .init(self, "Remind " + event.fields.title, details: "reminder no answer unanswered nudge")
        }
    }
}
