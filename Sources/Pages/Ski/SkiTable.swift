import Domain

extension SkiPage {
    /// How the rows of an area are made and sorted.
    struct Table {
        let slug: String
        let colours: [String: String]
        let order: SkiOrder
        let showsShort: Bool

        func area(_ name: String, _ lines: [SkiLineDetail]) -> Area {
            let (pistes, lifts) = (lines.filter { $0.lift == nil }, lines.filter { $0.lift != nil })
            let counts = PisteDifficulty.allCases.compactMap { difficulty -> Count? in
                let found = pistes.filter { $0.difficulty == difficulty }
                guard !found.isEmpty else { return nil }
                return Count(
                    mark: PisteMark(difficulty, colours), label: Texts.said(text: difficulty.label), count: found.count,
                    length: SkiFacts.kilometres(found.reduce(0) { $0 + $1.length }))
            }
            let total = SkiFacts.kilometres(pistes.reduce(0) { $0 + $1.length })
            return Area(
                name: name, summary: "\(counted(lifts.count, "lift")), \(counted(pistes.count, "piste")), \(total)", counts: counts,
                pistes: order.sorted(pistes).map(row), lifts: order.sorted(lifts).map(row), hasPistes: !pistes.isEmpty,
                hasLifts: !lifts.isEmpty, pisteHeads: heads(pisteColumns), liftHeads: heads(liftColumns))
        }

        private var pisteColumns: [(SkiOrder, String)] {
            [(.name, "Piste"), (.kind, "Difficulty"), (.length, "Length"), (.drop, "Drop"), (.gradient, "Average gradient")]
        }

        private var liftColumns: [(SkiOrder, String)] { [(.name, "Lift"), (.kind, "Type"), (.length, "Length"), (.drop, "Rise")] }

        private func heads(_ columns: [(SkiOrder, String)]) -> [SkiHead] {
            order.heads(columns, slug, showsShort: showsShort)
        }

        private func row(_ line: SkiLineDetail) -> Row {
            Row(
                name: SkiFacts.title(line), mark: line.lift == nil ? PisteMark(line.difficulty, colours) : nil,
                kind: Texts.said(text: line.lift?.label ?? line.difficulty.label), length: SkiFacts.spoken(line.length),
                drop: line.drop.map(SkiFacts.spoken) ?? "–",
                hasDrop: line.drop != nil, gradient: line.averageGradient.map(SkiFacts.slope) ?? "–",
                link: Path.skiPlace(slug, line.id))
        }
    }
}
