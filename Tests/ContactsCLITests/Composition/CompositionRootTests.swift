import Synchronization
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(10)))
struct LazyResourceTests {
    struct Broken: Error {}

    @Test func `a resource is made on first use, once for all tasks`() async throws {
        let count = Mutex(0)
        let resource = LazyResource {
            count.withLock { count in
                count += 1
                return count
            }
        }
        #expect(await resource.valueIfMade() == nil)
        #expect(count.withLock { $0 } == 0)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await resource.value() } }
            for try await value in group { #expect(value == 1) }
        }
        #expect(await resource.valueIfMade() == 1)
    }

    @Test func `a resource that could not be made stays so`() async {
        let resource = LazyResource<Int> { throw Broken() }
        for _ in 0..<2 {
            await #expect(throws: Broken.self) { try await resource.value() }
        }
        #expect(await resource.valueIfMade() == nil)
    }
}
