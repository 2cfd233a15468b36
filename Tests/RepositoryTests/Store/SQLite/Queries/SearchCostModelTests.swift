import Testing

@testable import Repository

@Suite struct SearchCostModelTests {
    private let common = SearchWord("common").map(SearchTerm.word)
    private let rare = SearchWord("rare").map(SearchTerm.word)

    /// The model after a sample in which all rows match the first term and one in `rate` matches the second.
    private func costs(rate: Int, wanted: Int = 50, all: Int64 = 1_000_000) throws -> SearchCostModel {
        let terms = [try #require(common), try #require(rare)]
        var costs = SearchCostModel(terms, wanted: wanted, all: all)
        for place in 1...1024 {
            let words = SearchWords(key: place % rate == 0 ? "common rare" : "common", text: "")
            guard costs.pass(WordPrefixMask(words), terms), words.withTexts({ costs.read($0, terms) })
            else { continue }
            costs.find()
        }
        return costs
    }

    @Test(arguments: [(3, false), (30, false), (300, false), (5000, true)])
    func `the scan is cheaper for many matches, the index for few`(rate: Int, isIndexBetter: Bool) throws {
        var costs = try costs(rate: rate)
        let isBetter = costs.isIndexBetter()
        #expect(isBetter == isIndexBetter)
    }

    @Test func `the index is queried for the rarest term alone up to a limit of matches`() throws {
        var costs = try costs(rate: 5000)
        let isBetter = costs.isIndexBetter()
        #expect(isBetter)
        #expect(costs.rarest == 1)
        #expect((1000...100_000).contains(costs.filterLimit))
    }

    @Test func `a scan that stops finding matches gives way to the index`() throws {
        var costs = try costs(rate: 30)
        let isBetter = costs.isIndexBetter()
        #expect(!isBetter)
        let terms = [try #require(common), try #require(rare)]
        for _ in 0..<2000 {
            costs.skip(1)
            let doAllMatch = SearchWords(key: "common", text: "").withTexts { costs.read($0, terms) }
            #expect(!doAllMatch)
        }
        let isBetterNow = costs.isIndexBetter()
        #expect(isBetterNow)
    }

    @Test func `a scan that is nearly complete goes on`() throws {
        var costs = try costs(rate: 30, wanted: 500, all: 1100)
        let isBetter = costs.isIndexBetter()
        #expect(!isBetter)
    }
}

@Suite struct SearchStrategyTests {
    @Test(arguments: [
        (1.0, SearchStrategy.sort), (500, .sort), (5_000, .scanForMatches), (15_000, .scanForMatches),
        (900_000, .scanForMatches),
    ])
    func `few matches are sorted, more are found by a scan`(found: Double, strategy: SearchStrategy) {
        #expect(SearchStrategy(wanted: 50, found: found, all: 1_000_000) == strategy)
    }

    @Test func `for all matches the choice depends on their share of all rows`() {
        #expect(SearchStrategy(wanted: 1_000_000, found: 20_000, all: 1_000_000) == .sort)
        #expect(SearchStrategy(wanted: 1_000_000, found: 400_000, all: 1_000_000) == .scanForMatches)
        #expect(SearchStrategy(wanted: 50, found: 0, all: 0) == .sort)
    }
}
