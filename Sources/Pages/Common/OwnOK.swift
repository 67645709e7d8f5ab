import Domain

/// The caller's own word that they are OK, which ends nothing, and its opposite: one more call.
package struct OwnOK: Sendable {
    /// Says it; nil once it is said.
    let say: Link?
    /// Calls again, which takes it back; nil until it is said.
    let needHelp: Link?
    /// Whoever tried the button out tries that one too.
    let isTest: Bool

    /// Nil for a call that is over.
    init?(_ help: HelpCase, _ trip: Trip, mayTest: Bool) {
        guard help.ending == nil else { return nil }
        let slug = trip.fields.slug
        say = help.saidOKAt == nil ? Path.sayOK(slug) : nil
        needHelp = help.saidOKAt == nil ? nil : Path.sos(slug)
        isTest = help.isTest && mayTest
    }

    static func said(_ clock: String) -> String {
        Texts.said("You told them at \(clock) that you are OK. A host will still speak to you.")
    }
}
