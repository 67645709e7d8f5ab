import Domain

/// Ticks that were made on paper, typed back by row number.
package struct PaperTicksPage: Page {
    package struct Row: Sendable {
        let number: Int
        let name: String
        let note: String?
    }
    let layout: Layout
    let title: String
    let fields: [FormField]
    let action: Link
    let back: Link
    let rows: [Row]
    let unknown: String?
    let isPlanned: Bool
    let count: String
    let hidden: [FormPage.Hidden]
    let problem: String?

    /// - Parameter plan: what the typed numbers would do, once it was asked for.
    package init(
        layout tripLayout: TripLayout, sheet: CheckInSheet, plan: PaperPlan?, values: [String: String], complaint: Complaint
    ) {
        layout = tripLayout.layout
        let (slug, event, list) = (tripLayout.slug, sheet.event, sheet.list)
        title = Texts.said("Paper ticks for \(list.name)")
        func field(_ name: String, _ label: String, _ kind: FormField.Kind, _ hint: String? = nil, choices: [(String, String)] = [])
            -> FormField
        {
            FormField(name, label, values[name] ?? "", kind: kind, hint: hint, errors: complaint.errors).offering(choices)
        }
        fields = [
            field(
                "numbers", "Row numbers that are ticked", .text,
                "The numbers at the left of the sheet: 1-14, 16, 20. They stay the same on every printout of this event."),
            field(
                "direction", "Ticked as", .choice,
                choices: [("in", Texts.said(sheet.attendance.isReturn ? "Back" : "Arrived")), ("out", Texts.said("Out"))]),
            field("day", "Day", .date),
            field("time", "Time", .time, "When it was ticked, in trip time."),
        ]
        action = Path.paperTicks(slug, event.id, list.id)
        back = Path.checkIn(slug, event.id, list.id)
        rows = (plan?.rows ?? []).map { Row(number: $0.guest.invitation.number, name: $0.guest.row.fullName, note: $0.note) }
        isPlanned = plan != nil
        count = counted(rows.count, "tick")
        unknown = plan.flatMap { $0.unknown.isEmpty ? nil : $0.unknown.joined(separator: ", ") }
        hidden = ["numbers", "direction", "day", "time"].map { FormPage.Hidden(name: $0, value: values[$0] ?? "") }
        problem = complaint.problem
    }
    package func render(into out: inout HTMLBuffer) { Template.eventsPaperTicks(self, &out) }
}
