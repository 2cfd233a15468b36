import Testing

@testable import Repository

@Suite struct DeferredReleaseTests {
    private final class Thing: Sendable {}

    @Test func `a value is kept until it is discarded, or another takes its place`() {
        for discard in [{ $0.discard() }, { $0.put(nil) }] as [(DeferredRelease<Thing>) -> Void] {
            let spent = DeferredRelease<Thing>()
            weak var kept: Thing?
            do {
                let thing = Thing()
                kept = thing
                spent.put(thing)
            }
            #expect(kept != nil)
            discard(spent)
            #expect(kept == nil)
            spent.discard()
        }
    }
}
