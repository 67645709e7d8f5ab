/// Where somebody was.
package struct LookBack: Sendable {
    package let member: Member
    package let way: Way
    package let span: WaySpan
    package let start: Instant
    package let end: Instant
    /// Of their newest fix; nil while there is none.
    package let newest: Instant?
    package init(member: Member, way: Way, span: WaySpan, start: Instant, end: Instant, newest: Instant?) {
        self.member = member
        self.way = way
        self.span = span
        self.start = start
        self.end = end
        self.newest = newest
    }
}
