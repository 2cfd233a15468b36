import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct StreamStateMachineTests {
    private typealias Machine = StreamStateMachine<Int>

    @Test(
        "the buffering decides what is kept for a slow consumer",
        arguments: [
            (.unbounded, [1, 2, 3, 4], []),
            (.latest, [4], [1, 2, 3]),
            (.newest(2), [3, 4], [1, 2]),
            (.oldest(2), [1, 2], [3, 4]),
            (.newest(0), [4], [1, 2, 3]),
            (.oldest(0), [1], [2, 3, 4]),
        ] as [(Buffering, [Int], [Int])]
    )
    func buffering(buffering: Buffering, kept: [Int], displaced: [Int]) async {
        var machine = Machine(buffering: buffering)
        var seen: [Int] = []
        for element in 1...4 {
            guard case .buffered(let old) = machine.arrived(element) else {
                Issue.record("No consumer waits.")
                return
            }
            if let old { seen.append(old) }
        }
        #expect(seen == displaced)
        #expect(machine.count == kept.count)
        #expect(await machine.consumed(kept.count) == kept)
        #expect(machine.count == 0)
    }

    @Test("a consumer that waits gets the next element, and consumers wait in order")
    func waiting() async {
        let box = Box()
        async let first = box.demand(1)
        await box.demands.wait(forCount: 1)
        async let second = box.demand(2)
        await box.demands.wait(forCount: 2)
        box.change { machine in
            for element in [10, 20] {
                if case .resume(let continuation, let element) = machine.arrived(element) {
                    continuation.resume(returning: element)
                }
            }
        }
        #expect(await first == 10)
        #expect(await second == 20)
        box.change { #expect($0.count == 0) }
    }

    @Test("a cancelled consumer gets the end, and the others stay")
    func cancelling() async {
        let box = Box()
        async let first = box.demand(1)
        await box.demands.wait(forCount: 1)
        async let second = box.demand(2)
        await box.demands.wait(forCount: 2)
        box.change { machine in
            machine.cancelled(number: 1)?.resume(returning: nil)
            #expect(machine.cancelled(number: 1) == nil)
            #expect(machine.cancelled(number: 77) == nil)
            if case .resume(let continuation, let element) = machine.arrived(20) {
                continuation.resume(returning: element)
            }
        }
        #expect(await first == nil)
        #expect(await second == 20)
    }

    @Test("the end comes after what is buffered, and nothing after the end")
    func ending() async {
        var machine = Machine(buffering: .unbounded)
        _ = machine.arrived(1)
        #expect(machine.ended().isEmpty)
        #expect(machine.ended().isEmpty)
        guard case .buffered(let refused) = machine.arrived(2) else {
            Issue.record("No consumer waits.")
            return
        }
        #expect(refused == 2)
        #expect(await machine.consumed(2) == [1])
    }

    @Test("the end resumes all waiting consumers")
    func endingWhileWaiting() async {
        let box = Box()
        async let first = box.demand(1)
        await box.demands.wait(forCount: 1)
        async let second = box.demand(2)
        await box.demands.wait(forCount: 2)
        box.change { machine in
            let waiting = machine.ended()
            #expect(waiting.count == 2)
            for continuation in waiting { continuation.resume(returning: nil) }
        }
        #expect(await first == nil)
        #expect(await second == nil)
    }

    @Test("consuming what an ended stream holds takes a time that grows with its number, not with its square")
    func consumingAfterTheEnd() async {
        var machine = Machine(buffering: .unbounded)
        for element in 0..<200_000 { _ = machine.arrived(element) }
        _ = machine.ended()
        #expect(await machine.consumed(200_001).count == 200_000)
    }
}

extension StreamStateMachine {
    /// Consumes this many elements, each of which must be available; the end is left out.
    fileprivate mutating func consumed(_ count: Int) async -> [Element] where Element == Int {
        var elements: [Element] = []
        for number in 0..<count {
            var answer: Element?
            var isWaiting = false
            _ = await withUnsafeContinuation { continuation in
                if case .resume(let element) = demanded(number: number, continuation) {
                    answer = element
                } else {
                    isWaiting = true
                }
                continuation.resume(returning: nil)
            }
            #expect(!isWaiting)
            if let answer { elements.append(answer) }
        }
        return elements
    }
}

/// A machine that several consumers share.
private final class Box: Sendable {
    private let machine = Lock(StreamStateMachine<Int>(buffering: .unbounded))
    let demands = Log<Int>()

    func change(_ body: (inout StreamStateMachine<Int>) -> Void) {
        machine.withLock { body(&$0) }
    }

    func demand(_ number: Int) async -> Int? {
        await withUnsafeContinuation { continuation in
            change { machine in
                if case .resume(let element) = machine.demanded(number: number, continuation) {
                    continuation.resume(returning: element)
                }
            }
            demands.append(number)
        }
    }
}
