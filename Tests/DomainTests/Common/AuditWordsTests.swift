import Domain
import Testing

/// Of what a field held, only the program's own words are said in another language.
@Suite struct AuditWordsTests {
    @Test(arguments: [("status", "arrived"), ("sharing", "off"), ("capacity", "no limit"), ("category", "Meal"), ("in the list", "yes")])
    func wordsOfTheProgramAreOurs(_ field: String, _ value: String) {
        #expect(AuditChange(field: field, from: "", to: value).isOurs(value))
    }

    @Test(arguments: [("room", "off"), ("groups", "arrived"), ("title", "Meal"), ("category", "Ski class"), ("own-1", "yes")])
    func whatSomebodyTypedIsNot(_ field: String, _ value: String) {
        #expect(!AuditChange(field: field, from: "", to: value).isOurs(value))
    }

    @Test func aStatusIsSaidAsListsShowItAndAllElseStays() {
        let change = AuditChange(field: "status", from: "", to: "arrived")
        #expect(change.saidFrom.isEmpty && change.saidTo == "Arrived")
        let role = AuditChange(field: "role", from: "traveller", to: "medic")
        #expect(role.saidFrom == "traveller" && role.saidTo == "medic")
        #expect(AuditChange(field: "room", from: "attic", to: "").saidFrom == "attic")
    }
}
