import BlocTesting
import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct QueueTests {
    @Test("a removed element is released at once")
    func releasing() {
        var queue = Queue<Witness>()
        weak var popped: Witness?
        for index in 0..<3 {
            let witness = Witness()
            if index == 0 { popped = witness }
            queue.append(witness)
        }
        _ = queue.popFirst()
        #expect(popped == nil)
        #expect(queue.count == 2)
    }

    @Test("a queue behaves as an array under random operations", arguments: 0..<20)
    func model(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var queue = Queue<Int>()
        var model: [Int] = []
        for step in 0..<3_000 {
            switch Int.random(in: 0..<(step % 1_000 < 500 ? 14 : 30), using: &random) {
            case 0..<7:
                queue.append(step)
                model.append(step)
            case 7:
                let index = model.indices.randomElement(using: &random)
                let wanted = index.map { model.remove(at: $0) }
                #expect(queue.removeFirst { $0 == wanted } == wanted, "seed \(seed), step \(step)")
            case 8 where step % 97 == 0:
                #expect(queue.all == model, "seed \(seed), step \(step)")
                queue = Queue()
                model = []
            default:
                #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()), "seed \(seed), step \(step)")
            }
            #expect(queue.count == model.count, "seed \(seed), step \(step)")
            #expect(queue.first == model.first, "seed \(seed), step \(step)")
        }
    }
}
