/// Where somebody was.
package struct LookBack: Sendable {
    package let member: Member
    package let way: Way
    package let span: WaySpan
    package let start: Instant
    package let end: Instant
    /// Of their newest fix; nil while there is none.
    package let newest: Instant?
    /// Of their last fix before the span; nil where there is none, or nobody has to be told.
    package let before: Instant?
    /// Everybody on whom one may look back, by name.
    package let people: [MapPerson]
    package init(
        member: Member, way: Way, span: WaySpan, limits: (start: Instant, end: Instant), newest: Instant?, before: Instant?,
        people: [MapPerson]
    ) {
        self.member = member
        self.way = way
        self.span = span
        (start, end) = limits
        self.newest = newest
        self.before = before
        self.people = people
    }
}
