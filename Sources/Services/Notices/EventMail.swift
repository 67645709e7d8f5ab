import Domain
import Store

/// What a mail about an event has besides: the link of whoever is invited, and a part for their calendar.
struct EventMail: Sendable {
    let events: EventStore

    /// - Returns: nil for a notice of no event, or for somebody who is not invited any more.
    func part(_ delivery: DueDelivery, _ trip: Trip, from: MailName?) throws -> (token: String, calendar: MailMessage.CalendarPart?)? {
        let notice = delivery.notice
        guard notice.kind.theme == .events, let subject = notice.subject, let member = delivery.person.member, let from,
            let event = try events.find(subject, trip: trip.id),
            let invitation = try events.invitation(event: subject, member: member), !invitation.isRevoked
        else { return nil }
        // A reminder changes nothing in a calendar.
        guard [.eventPublished, .eventChanged, .eventCancelled, .placeOffered].contains(notice.kind) else {
            return (invitation.token, nil)
        }
        let asking = ICalendar.Asking(
            organizer: from.address, organizerName: from.name.isEmpty ? trip.fields.name : from.name,
            attendee: delivery.address.address, rsvp: invitation.rsvp)
        let (text, method) = ICalendar.message(event, trip: trip, asking)
        return (invitation.token, .init(text: text, method: method))
    }
}
