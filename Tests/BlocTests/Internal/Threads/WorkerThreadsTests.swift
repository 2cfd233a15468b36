import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct WorkerThreadsTests {
    @Test("each index is visited once, by several threads")
    func forEach() async {
        let visited = Log<Int>()
        let threads = WorkerThreads(limit: 4)
        await onThread { threads.forEach(below: 100, threads: 4) { visited.append($0) } }
        #expect(visited.entries.sorted() == Array(0..<100))
        threads.forEach(below: 1, threads: 4) { visited.append($0) }
        threads.forEach(below: 0, threads: 4) { visited.append($0) }
        #expect(visited.entries.count == 101)
    }

    @Test("work that waits for helpers ends, also when no thread is left for them")
    func exhausted() async {
        let visited = Log<Int>()
        let threads = WorkerThreads(limit: 1)
        threads.run { threads.forEach(below: 10, threads: 4) { visited.append($0) } }
        await visited.wait(forCount: 10)
    }

    @Test("no more threads run than the limit allows, and what waits is run later")
    func limit() async {
        let overlap = OverlapCounter()
        let ended = Log<Int>()
        let gate = Signal()
        let threads = WorkerThreads(limit: 3)
        for number in 0..<20 {
            threads.run {
                overlap.enter()
                gate.block()
                overlap.leave()
                ended.append(number)
            }
        }
        gate.fire()
        await ended.wait(forCount: 20)
        #expect((1...3).contains(overlap.most))
    }
}
