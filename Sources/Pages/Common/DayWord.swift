import Domain

/// Where a trip stands on a day of its own zone: "Starts in 12 days", "Day 3 of 7", "Ended yesterday".
func tripStanding(_ start: Day, _ end: Day, today: Day) -> String {
    let (before, after) = (start.number - today.number, today.number - end.number)
    if before > 0 { return before == 1 ? Texts.said("Starts tomorrow") : Texts.said("Starts in \(counted(before, "day"))") }
    if after > 0 { return after == 1 ? Texts.said("Ended yesterday") : Texts.said("Ended \(counted(after, "day")) ago") }
    return Texts.said("Day \(1 - before) of \(end.number - start.number + 1)")
}

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
