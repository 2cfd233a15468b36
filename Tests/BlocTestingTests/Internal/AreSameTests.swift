import Testing

@testable import BlocTesting

@Suite struct AreSameTests {
    private struct Plain {
        let number: Int
    }

    /// Equal whatever its text says.
    private struct Loose: Equatable {
        let number: Int
        static func == (left: Loose, right: Loose) -> Bool { true }
    }

    @Test("values that can be compared are, others are compared by type and text")
    func compare() {
        #expect(areSame(1, 1))
        #expect(!areSame(1, 2))
        #expect(!areSame(1, "1"))
        #expect(areSame(Loose(number: 1), Loose(number: 2)))
        #expect(areSame(Plain(number: 1), Plain(number: 1)))
        #expect(!areSame(Plain(number: 1), Plain(number: 2)))
        #expect(!areSame(Plain(number: 1), 1))
    }
}
