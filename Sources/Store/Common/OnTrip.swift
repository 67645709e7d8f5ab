/// Who sees a trip.
enum OnTrip {
    /// SQL of `member`: a traveller who cancelled or left sees nothing of the trip any more.
    static let condition = "(role <> 'traveller' OR status NOT IN ('cancelled', 'left'))"
}
