import Bloc
import BlocKit
import Testing

@Suite struct ProvidedTests {
    struct Parts: Sendable {
        @Provided var name: String
        @Provided var count = 3
    }

    @Test func `a member has the value that was set, or its own`() {
        var parts = Parts()
        #expect(parts.count == 3)
        parts.name = "x"
        parts.count = 4
        #expect(parts.name == "x")
        #expect(parts.count == 4)
    }

    @Test func `reading a member that was not set stops with its type`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Parts().name
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("String"))
    }
}
