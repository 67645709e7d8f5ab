import Domain
import Testing

@Suite struct MessagePhotoTests {
    /// Its own shape, never beyond the square, and never without a side.
    @Test(arguments: [
        (1600, 800, 320, 160), (600, 1200, 160, 320), (500, 500, 320, 320), (960, 1, 320, 1), (1, 960, 1, 320), (0, 0, 320, 320),
    ]) func itKeepsItsShape(_ width: Int, _ height: Int, _ shownWidth: Int, _ shownHeight: Int) {
        let size = MessagePhoto(id: ID(high: 1, low: 1), width: width, height: height).size(within: 320)
        #expect(size.width == shownWidth && size.height == shownHeight)
    }

    @Test func everyReactionHasAWordOfItsOwn() {
        #expect(Reaction.allCases.count == 6 && Set(Reaction.allCases.map(\.label)).count == 6)
    }
}
