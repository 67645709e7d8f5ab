import Domain

extension EventFields {
    /// Where people meet, if that is not the place itself.
    var otherMeetingPoint: String? { meetingPoint.isEmpty || meetingPoint == place ? nil : meetingPoint }

    /// "Glacier · meet: Door".
    var placeAndMeeting: String { otherMeetingPoint.map { Texts.said("\(place) · meet: \($0)") } ?? place }
}
