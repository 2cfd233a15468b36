import Testing

@testable import RandomUserServer

@Suite struct SeededGeneratorTests {
    private func numbers(_ generator: SeededGenerator, count: Int = 8) -> [UInt64] {
        var generator = generator
        return (0..<count).map { _ in generator.next() }
    }

    @Test func `the numbers are those of SplitMix64`() {
        #expect(
            numbers(SeededGenerator(seed: 1_234_567), count: 3)
                == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        )
    }

    @Test func `the same seed and stream give the same numbers, and others give others`() {
        let people = SeededGenerator(seed: "abc", stream: "people")
        #expect(numbers(people) == numbers(SeededGenerator(seed: "abc", stream: "people")))
        #expect(numbers(people) != numbers(SeededGenerator(seed: "abd", stream: "people")))
        #expect(numbers(people) != numbers(SeededGenerator(seed: "abc", stream: "places")))
    }

    @Test func `numbers fill their range, and leave it never`() {
        var generator = SeededGenerator(seed: 7)
        #expect(Set((0..<200).map { _ in generator.number(in: 3...7) }) == [3, 4, 5, 6, 7])
        #expect((0..<20).allSatisfy { _ in generator.below(1) == 0 })
        #expect(Set((0..<200).map { _ in generator.pick(["a", "b"]) }) == ["a", "b"])
        #expect(generator.pick([]) == "")
    }

    @Test func `a pattern is filled with digits and capital letters`() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<100 {
            #expect(generator.fill("+(##) @-é").wholeMatch(of: /\+\([0-9]{2}\) [A-Z]-é/) != nil)
            #expect(generator.text(of: 5, from: "ab").wholeMatch(of: /[ab]{5}/) != nil)
        }
        #expect(generator.fill("") == "")
    }
}
