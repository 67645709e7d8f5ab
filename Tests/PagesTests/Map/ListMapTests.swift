import Pages
import Testing

/// The map beside a list, 560 units wide.
@Suite struct ListMapTests {
    @Test func noNameIsCutAtTheEdge() {
        let name = "Rosa gondola, valley"
        #expect(ListMap.side(name, 280) == nil)
        #expect(ListMap.side(name, 46) == "name-begins")
        #expect(ListMap.side(name, 514) == "name-ends")
        // A short one stands below its mark there, too.
        #expect(ListMap.side("Rosa", 46) == nil && ListMap.side("Rosa", 514) == nil)
    }
}
