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
    /// Nobody has a number to call them on.
    package var lacksPhone = false
    /// Neither their open call nor the board says where they are: they alone can tell it. Whoever is OK need not.
    package var isLost: Bool {
        guard let help = own?.help, help.ending == nil, help.saidOKAt == nil else { return false }
        return help.place == nil && last == nil
    }
    package init(own: OwnHelp?, hosts: [Friend], mayTest: Bool) {
        self.own = own
        self.hosts = hosts
        self.mayTest = mayTest
    }
}
