import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct SeededExecutorTests {
    private func order(seed: UInt64) async -> [Int] {
        let executor = SeededExecutor(seed: seed)
        let order = Log<Int>()
        let tasks = (0..<10).map { number in
            Task(executorPreference: executor) { order.append(number) }
        }
        #expect(order.entries.isEmpty)
        #expect(executor.runUntilIdle() >= 10)
        #expect(executor.runUntilIdle() == 0)
        for task in tasks { await task.value }
        return order.entries
    }

    @Test("G84 jobs run only in runUntilIdle, all of them, in the order of the seed")
    func orders() async {
        let first = await order(seed: 1)
        #expect(first.sorted() == Array(0..<10))
        #expect(await order(seed: 1) == first)
        #expect(await order(seed: 2) != first)
    }

    @Test("G84 jobs that are added while others run also run")
    func nested() async {
        let executor = SeededExecutor(seed: 1)
        let task = Task(executorPreference: executor) {
            async let one = 1
            async let two = 2
            await Task.yield()
            return await one + two
        }
        executor.runUntilIdle()
        #expect(await task.value == 3)
    }

    @Test("the random numbers of a seed are those of SplitMix64")
    func generator() {
        // The first numbers of the reference implementation for the seed 1234567.
        var random = SplitMix64(seed: 1_234_567)
        #expect(random.next() == 6_457_827_717_110_365_317)
        #expect(random.next() == 3_203_168_211_198_807_973)
        #expect(random.next() == 9_817_491_932_198_370_423)
    }
}
