import Domain
import Testing

/// What a list of places goes by: ids, the filter in an address, distances, diets, stars.
@Suite struct PlaceRuleTests {
    @Test(arguments: ["n1", "w23", "r456", "n1152921504606846976", "h018f0000-0000-7000-8000-000000000001"])
    func idsReadAsTheyAreWritten(_ text: String) throws {
        #expect(try #require(PlaceID(text)).description == text)
    }

    @Test(arguments: ["", "n", "n0", "n-1", "n+1", "x1", "N1", "1", "n1 ", "h1", "n99999999999999999999", "../n1"])
    func whatIsNoIdIsNone(_ text: String) { #expect(PlaceID(text) == nil) }

    private func read(_ query: String) -> PlaceFilter {
        PlaceFilter(
            query: query.split(separator: "&").map { part in
                let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (String(pair[0]), pair.count > 1 ? String(pair[1]) : "")
            })
    }
    private func written(_ filter: PlaceFilter) -> String { filter.pairs.map { $0.0 + "=" + $0.1 }.joined(separator: "&") }

    @Test(arguments: [
        "", "from=base", "from=me", "from=here&lat=46.4&lon=9.2&radius=500", "from=point&lat=46.4&lon=9.2",
        "from=m018f0000-0000-7000-8000-000000000001", "from=e018f0000-0000-7000-8000-000000000001",
        "radius=2500&stars=4&kind=all&cuisine=pizza&open=now&diet=vegan&wheelchair=yes&unknown=yes&sort=longest&q=rosa",
        "kind=pharmacy", "kind=shops&kind=pharmacy", "open=at&day=2026-01-05&time=19:30", "open=e018f0000-0000-7000-8000-000000000001",
        "for=g018f0000-0000-7000-8000-000000000001", "count=100",
    ])
    func filtersReadAsTheyAreWritten(_ query: String) { #expect(written(read(query)) == query) }

    /// Nothing from an address stops the program, and what cannot be read is as good as absent.
    @Test(arguments: [
        ("radius=1", 250), ("radius=99999", 20_000), ("radius=99999999999999999999", 1000), ("radius=-5", 250), ("radius=x", 1000),
        ("radius=", 1000),
    ])
    func radiiStayWithinBounds(_ query: String, _ metres: Int) { #expect(read(query).radius == metres) }

    /// A form without scripts sends every box that is ticked.
    @Test func allKindsAreEveryKind() {
        let all = PlaceKind.allCases.map { "kind=" + $0.rawValue }
        #expect(read(all.joined(separator: "&")).kinds.isEmpty)
        #expect(read(all.dropLast().joined(separator: "&")).kinds.count == all.count - 1)
    }

    @Test func nonsenseIsLeftOut() {
        let filter = read(
            "from=here&lat=999&stars=77&kind=nonsense&diet=meat&sort=x&open=soon&for=x&count=9&q=" + String(repeating: "ä", count: 400))
        #expect(filter.origin == nil && filter.stars == 0 && filter.kinds == Set(PlaceGroup.eating.kinds) && filter.diets.isEmpty)
        #expect(filter.order == .distance && filter.time == .any && filter.party == nil && filter.limit == PlaceFilter.step)
        #expect(filter.search.count == PlaceFilter.longestSearch)
    }

    /// What somebody types for one evening is not remembered.
    @Test func onlyHabitsAreRemembered() {
        let filter = read(
            "from=me&radius=500&kind=help&open=at&day=2026-01-05&time=19:30&q=rosa&diet=vegan&for=g018f0000-0000-7000-8000-000000000001")
        let kept = PlaceFilter(kept: filter.keptText)
        #expect(kept.radius == 500 && kept.kinds == Set(PlaceGroup.help.kinds) && kept.diets == [.vegan])
        #expect(kept.origin == nil && kept.time == .any && kept.search.isEmpty && kept.party == nil)
        #expect(PlaceFilter(kept: read("cuisine=a%26b&kind=all").keptText).kinds.isEmpty)
        #expect(PlaceFilter(kept: "") == PlaceFilter() && PlaceFilter(kept: "&&=&x").radius == 1000)
    }

    @Test(arguments: [
        (0.0, "0 m"), (4, "0 m"), (84, "80 m"), (994, "990 m"), (995, "1.0 km"), (1049, "1.0 km"), (1050, "1.1 km"), (12_340, "12.3 km"),
        (.infinity, "922337203685477580.7 km"),
    ])
    func distancesHaveOneDecimal(_ metres: Double, _ text: String) { #expect(walkingDistance(metres) == text) }

    /// A level kilometre is 1.3 km of way: 17⅓ minutes at 4.5 km/h. A climb of 100 m is ten minutes more, a descent none less.
    @Test func walkingIsEstimatedByDistanceAndClimb() {
        #expect(Walk.minutes(distance: 1000, climb: nil) == 18 && Walk.minutes(distance: 1000, climb: 100) == 28)
        #expect(Walk.minutes(distance: 1000, climb: -300) == 18 && Walk.minutes(distance: 0, climb: 0) == 1)
        #expect(Walk.minutes(distance: .nan, climb: .nan) == 1)
    }

    @Test func starsHaveOneDecimalAndNoneIsShownWithoutAReview() {
        #expect(
            PlaceRating(sum: 0, count: 0) == nil && PlaceRating(sum: 13, count: 3)?.text == "4.3"
                && PlaceRating(sum: 5, count: 1)?.text == "5.0")
        let place = PlaceID.element(.node, 1)
        #expect(PlaceRatings([place: (0, 0)]).isEmpty && PlaceRatings([place: (9, 2)])[place]?.average == 4.5)
    }

    private static let words: [(String, [PlaceDiet], [String])] = [
        ("vegan", [.vegan], []), ("Vegetarisch", [.vegetarian], []), ("", [], []), ("none", [], []), ("No nuts", [], ["No nuts"]),
        ("vegan, nut allergy", [.vegan], ["nut allergy"]), ("Gluten-free; halal", [.glutenFree, .halal], []),
        ("vegan without any nuts", [.vegan], ["vegan without any nuts"]), ("coeliac", [.glutenFree], []),
        ("Laktoseintolerant", [.lactoseFree], []),
    ]

    @Test(arguments: words)
    func dietsAreReadFromWords(_ text: String, _ diets: [PlaceDiet], _ others: [String]) {
        let found = PlaceDiet.read(text)
        #expect(found.diets == diets && found.others == others)
    }

    @Test func whatNobodyKnowsIsNeitherServedNorRefused() {
        let diets = PlaceDiets(map: "gluten_free=no;vegan=only;halal=limited;nonsense=yes;kosher")
        #expect(
            diets[.vegan] == true && diets[.vegetarian] == true && diets[.glutenFree] == false && diets[.halal] == nil
                && diets[.kosher] == nil)
        #expect(diets.serves(all: [.vegan, .vegetarian]) && !diets.serves(all: [.vegan, .halal]))
        let party = PlaceParty(title: "Bus", diets: [("Ada", "vegan"), ("Bo", "Gluten-free, no nuts"), ("Cy", "NO NUTS"), ("Di", "")])
        #expect(party.count == 4 && party.needs.map(\.diet) == [.vegan, .glutenFree] && party.wishes.map(\.names) == [["Bo", "Cy"]])
        #expect(party.fit(diets) == -1 && party.fit(PlaceDiets()) == 0)
    }

    @Test func everyKindHasAGroupAndAName() {
        for kind in PlaceKind.allCases {
            #expect(kind.label != "Place" && kind.group.kinds.contains(kind) && PlaceKind.allCases[Int(kind.number)] == kind)
        }
        #expect(PlaceGroup.allCases.flatMap(\.kinds).count == PlaceKind.allCases.count)
    }
}
