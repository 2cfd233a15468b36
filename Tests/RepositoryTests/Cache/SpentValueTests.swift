import Testing

@testable import Repository

@Suite struct SpentValueTests {
    private final class Thing: Sendable {}

    @Test func `a value is kept until it is discarded`() {
        let spent = SpentValue<Thing>()
        weak var first: Thing?
        do {
            let thing = Thing()
            first = thing
            spent.put(thing)
        }
        #expect(first != nil)
        spent.discard()
        #expect(first == nil)
        spent.discard()
    }

    @Test func `a value takes the place of the one before`() {
        let spent = SpentValue<Thing>()
        weak var first: Thing?
        do {
            let thing = Thing()
            first = thing
            spent.put(thing)
        }
        spent.put(nil)
        #expect(first == nil)
    }
}
