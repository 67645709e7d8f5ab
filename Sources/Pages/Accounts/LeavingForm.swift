import Domain

/// Leaving a trip: what the reader gives up, and a confirmation.
package enum LeavingForm {
    package static func page(
        layout: Layout, trip: Trip, held: StaffHoldings, how: String, errors: [FieldError], problem: String?
    ) -> FormPage {
        let name = trip.fields.name
        return FormPage(
            layout: layout, heading: Texts.said("Leave \(name)?"), action: Path.leaveTrip(trip.fields.slug),
            fields: [
                FormField(
                    "how", "What you want", how, kind: .choice,
                    hint: "You will no longer see this trip, and nobody sees you on its map. A host can add you again.",
                    errors: errors
                )
                .offering([("leave", Texts.said("Leave the trip")), ("stay", Texts.said("Stay as a traveller, without the role"))]),
                FormField("sure", "Yes, I mean it", kind: .tick, errors: errors),
            ], submit: "Leave"
        )
        .with(intro: intro(held))
        .with(other: ("Stay", Path.account()))
        .with(problem: problem)
        .narrow
        .asDanger
    }

    /// What the reader gives up, in one sentence.
    private static func intro(_ held: StaffHoldings) -> String {
        let role = held.isCoHost && held.role == .traveller ? "co-host" : held.role.rawValue
        var parts: [String] = []
        if held.isCoHost { parts.append(Texts.said("your time as a co-host")) }
        if held.cases > 0 {
            parts.append(Texts.said("the \(counted(held.cases, "case")) that you have claimed"))
        }
        if !held.groups.isEmpty { parts.append(Texts.said("the lead of \(held.groups.joined(separator: ", "))")) }
        let told = Texts.said("You are a \(Texts.said(text: role)) on this trip.")
        if parts.isEmpty { return told }
        return told + " " + Texts.said("You also give up \(parts.joined(separator: ", ")). Others can pick that up at once.")
    }
}
