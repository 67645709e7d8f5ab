/// Calling for help: one's own case, and whom to phone.
package struct CallingHelp: Sendable {
    /// Nil while there is none.
    package let own: OwnHelp?
    /// Who can be phoned.
    package let hosts: [Friend]
    /// Until the first day is over, everybody may try it out.
    package let mayTest: Bool
    /// Where the own call came from, to be read out to rescuers; nil where the map knows nothing of it.
    package var inWords: String?
    /// Where they were last, by the board.
    package var last: HelpCase.Location?
    package init(own: OwnHelp?, hosts: [Friend], mayTest: Bool) {
        self.own = own
        self.hosts = hosts
        self.mayTest = mayTest
    }
}
