import Bloc
import BlocKit
import TestWatch
import Testing

@Suite(.watched) struct ContentLoadStateTests {
    typealias Load = ContentLoadState<[Int], String>

    @Test("G60 content is what is there or was there before")
    func content() {
        #expect(Load.loading().content == nil)
        #expect(Load.loading(previous: [1]).content == [1])
        #expect(Load.hasData([2]).content == [2])
        #expect(Load.noData.content == nil)
        #expect(Load.error("no").content == nil)
        #expect(Load.error("no").failure == "no")
        #expect(Load.hasData([2]).failure == nil)
        #expect(Load.loading().isLoading && !Load.noData.isLoading)
        #expect(Load.hasData([2]).reloading == .loading(previous: [2]))
        #expect(Load.error("no").reloading == .loading())
    }

    @Test("G60 map changes content, also that which was there before, and leaves the rest")
    func map() {
        let double: ([Int]) -> [Int] = { $0.map { $0 * 2 } }
        #expect(Load.hasData([1]).map(double) == .hasData([2]))
        #expect(Load.loading(previous: [3]).map(double) == .loading(previous: [6]))
        #expect(Load.noData.map(double) == .noData)
        #expect(Load.error("no").map(double) == .error("no"))
    }
}
