import TestWatch
import Testing

@testable import BlocTesting

@Suite(.watched) struct AwaitableTests {
    @Test("a condition that holds already is not waited for")
    func present() async throws {
        let value = Awaitable(3)
        #expect(try await value.first { $0 > 2 ? $0 * 10 : nil } == 30)
    }

    @Test("a change resumes each caller whose condition holds then, and no other")
    func changing() async throws {
        let value = Awaitable(0)
        async let two = value.first { $0 >= 2 ? $0 : nil }
        async let four = value.first { $0 >= 4 ? $0 : nil }
        let result = value.change { value in
            value = 2
            return "result"
        }
        #expect(result == "result")
        #expect(try await two >= 2)
        value.change { $0 = 4 }
        #expect(try await four == 4)
        #expect(value.value == 4)
    }

    @Test("a cancelled caller throws, before and while it waits")
    func cancelling() async {
        let value = Awaitable(0)
        let waiting = Task { try await value.first { $0 > 0 ? true : nil } }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        value.change { $0 = 1 }
        #expect(value.value == 1)
    }
}
