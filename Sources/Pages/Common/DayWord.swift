import Domain

/// A moment that is not long ago, as people say it: "today 14:05", "yesterday 14:05", "Tuesday", "12 Nov".
func dayWord(_ instant: Instant, zone: TripZone, now: Instant) -> String {
    let (local, today) = (zone.local(instant), zone.today(at: now))
    switch today.number - local.day.number {
    case 0: return Texts.said("today \(local.clock)")
    case 1: return Texts.said("yesterday \(local.clock)")
    case 2..<7:
        let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        return Texts.said(text: names[local.day.weekday])
    default: return local.day.short
    }
}
