/// What a moderator wants done about a case.
package struct CaseDecision: Sendable {
    package var actions: [PlannedAction] = []
    package var reason = ""
    package var sentence = ""
    /// Of the case, as the form was filled from it.
    package var version = 0
    package init() {}
}
