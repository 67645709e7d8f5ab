import Domain

extension SkiPage {
    /// How the rows of an area are made and sorted.
    struct Table {
        let slug: String
        let colours: [String: String]
        let order: SkiOrder
        let showsShort: Bool

        func area(_ name: String, _ lines: [SkiLineDetail], number: Int) -> Area {
            let (pistes, lifts) = (lines.filter { $0.lift == nil }, lines.filter { $0.lift != nil })
            let counts = PisteDifficulty.allCases.compactMap { difficulty -> Count? in
                let found = pistes.filter { $0.difficulty == difficulty }
                guard !found.isEmpty else { return nil }
                return Count(
                    mark: PisteMark(difficulty, colours), label: Texts.said(text: difficulty.label), count: found.count,
                    length: SkiFacts.kilometres(found.reduce(0) { $0 + $1.length }))
            }
            let (named, unnamed) = (pistes.filter { !Table.isUnnamed($0) }, pistes.filter(Table.isUnnamed))
            return Area(
                name: name, summary: "\(counted(lifts.count, "lift")), \(counted(pistes.count, "piste")), \(Table.length(pistes))",
                counts: counts, pistes: list(named, Texts.said("Pistes of \(name)")),
                unnamed: list(unnamed, "\(counted(unnamed.count, "unnamed piece")), \(Table.length(unnamed))"),
                lifts: order.sorted(lifts).map(row), hasLifts: !lifts.isEmpty, liftHeads: heads(liftColumns),
                sorts: sorts(at: "order-\(number)"), anchor: "order-\(number)")
        }

        /// The ways of sorting all lists of the page; each leads back to where it was chosen.
        private func sorts(at anchor: String) -> [Sort] {
            let labels: [(SkiOrder, String)] = [
                (.name, "Name"), (.kind, "Difficulty"), (.length, "Length"), (.drop, "Drop"), (.gradient, "Gradient"),
            ]
            return labels.map {
                Sort(
                    label: Texts.said(text: $0.1), link: SkiOrder.link(slug, $0.0, showsShort: showsShort).at(anchor),
                    isCurrent: $0.0 == order)
            }
        }

        /// Where there are any that are short, the way to show or hide them.
        func short(_ hidden: Int) -> Short? {
            guard hidden > 0 else { return nil }
            return Short(
                label: Texts.said(showsShort ? "Hide short pieces" : "Show short pieces (\(hidden) below 50 m)"),
                link: SkiOrder.link(slug, order, showsShort: !showsShort))
        }

        private static func isUnnamed(_ line: SkiLineDetail) -> Bool { line.name.isEmpty && line.ref.isEmpty }

        private static func length(_ lines: [SkiLineDetail]) -> String { SkiFacts.kilometres(lines.reduce(0) { $0 + $1.length }) }

        private func list(_ lines: [SkiLineDetail], _ label: String) -> Pistes? {
            lines.isEmpty ? nil : Pistes(label: label, heads: heads(pisteColumns), rows: order.sorted(lines).map(row))
        }

        private var pisteColumns: [(SkiOrder, String)] {
            [(.name, "Piste"), (.kind, "Difficulty"), (.length, "Length"), (.drop, "Drop"), (.gradient, "Gradient")]
        }

        private var liftColumns: [(SkiOrder, String)] { [(.name, "Lift"), (.kind, "Type"), (.length, "Length"), (.drop, "Rise")] }

        private func heads(_ columns: [(SkiOrder, String)]) -> [SkiHead] {
            order.heads(columns)
        }

        private func row(_ line: SkiLineDetail) -> Row {
            Row(
                name: SkiFacts.title(line), mark: line.lift == nil ? PisteMark(line.difficulty, colours) : nil,
                kind: Texts.said(text: line.lift?.label ?? line.difficulty.label), length: SkiFacts.spoken(line.length),
                drop: line.drop.map(SkiFacts.spoken) ?? "–", gradient: line.averageGradient.map(SkiFacts.slope) ?? "–",
                link: Path.skiPlace(slug, line.id))
        }
    }
}
