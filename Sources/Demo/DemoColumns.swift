import Domain

/// What this trip has to know besides: the sizes of its T-shirts, and who has paid.
struct DemoColumns {
    private static let sizes = ["S", "M", "L", "XL"]
    let size: OwnColumn
    let paid: OwnColumn

    init(newID: () -> ID) {
        size = OwnColumn(
            id: newID(), name: "T-shirt", kind: .choice, choices: DemoColumns.sizes, isListed: true, isSeenBySelf: true, version: 0)
        paid = OwnColumn(id: newID(), name: "Paid", kind: .date, choices: [], isListed: false, isSeenBySelf: true, version: 0)
    }

    /// - Parameter start: of the trip: people pay in the weeks before it.
    func filled(_ index: Int, _ fields: MemberFields, before start: Day) -> MemberFields {
        var fields = fields
        if index % 9 != 4 { fields.own[size] = DemoColumns.sizes[index * 7 / 3 % DemoColumns.sizes.count] }
        if index % 8 != 5 { fields.own[paid] = Day(number: start.number - 20 - index * 3 % 17).description }
        return fields
    }
}
