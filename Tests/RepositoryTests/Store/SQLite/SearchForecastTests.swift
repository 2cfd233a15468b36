import Testing

@testable import Repository

@Suite struct SearchForecastTests {
    private let common = SearchWord("common").map(SearchTerm.word)
    private let rare = SearchWord("rare").map(SearchTerm.word)

    /// What is told after a walk in which one in `rate` has the second term, everybody the first.
    private func forecast(rate: Int, wanted: Int = 50, all: Int64 = 1_000_000) throws -> SearchForecast {
        let terms = [try #require(common), try #require(rare)]
        var forecast = SearchForecast(terms, wanted: wanted, all: all)
        for place in 1...1024 {
            let words = SearchWords(key: place % rate == 0 ? "common rare" : "common", text: "")
            guard forecast.pass(WordInitials(words), terms), forecast.read(words.tokens, terms) else { continue }
            forecast.find()
        }
        return forecast
    }

    @Test(arguments: [(3, false), (30, false), (300, false), (5000, true)])
    func `many are met on a walk, few are asked for`(rate: Int, isIndexBetter: Bool) throws {
        var forecast = try forecast(rate: rate)
        let isBetter = forecast.isIndexBetter()
        #expect(isBetter == isIndexBetter)
    }

    @Test func `the rarest term is asked for alone, as long as those are few`() throws {
        var forecast = try forecast(rate: 5000)
        let isBetter = forecast.isIndexBetter()
        #expect(isBetter)
        #expect(forecast.rarest == 1)
        #expect((1000...100_000).contains(forecast.few))
    }

    @Test func `a walk that stops finding people is left`() throws {
        var forecast = try forecast(rate: 30)
        let isBetter = forecast.isIndexBetter()
        #expect(!isBetter)
        let terms = [try #require(common), try #require(rare)]
        for _ in 0..<2000 {
            forecast.skip(1)
            let doAllHold = forecast.read([["common"]], terms)
            #expect(!doAllHold)
        }
        let isBetterNow = forecast.isIndexBetter()
        #expect(isBetterNow)
    }

    @Test func `whoever is nearly through goes on`() throws {
        var forecast = try forecast(rate: 30, wanted: 500, all: 1100)
        let isBetter = forecast.isIndexBetter()
        #expect(!isBetter)
    }
}
