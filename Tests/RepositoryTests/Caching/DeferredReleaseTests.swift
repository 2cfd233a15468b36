import Testing

@testable import Repository

@Suite struct DeferredReleaseTests {
    private final class Thing: Sendable {}

    @Test func `a value is held until it is released or replaced`() {
        for release in [{ $0.release() }, { $0.hold(nil) }] as [(DeferredRelease<Thing>) -> Void] {
            let holder = DeferredRelease<Thing>()
            weak var held: Thing?
            do {
                let thing = Thing()
                held = thing
                holder.hold(thing)
            }
            #expect(held != nil)
            release(holder)
            #expect(held == nil)
            holder.release()
        }
    }
}
