import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct QueueTests {
    @Test("an empty queue has no elements")
    func empty() {
        var queue = Queue<Int>()
        #expect(queue.isEmpty)
        #expect(queue.isEmpty == (queue.count == 0))
        #expect(queue.first == nil)
        #expect(queue.popFirst() == nil)
        #expect(queue.removeFirst { _ in true } == nil)
    }

    @Test("elements come out in the order in which they went in")
    func order() {
        var queue = Queue<Int>()
        for element in 0..<300 { queue.append(element) }
        #expect(queue.first == 0)
        for element in 0..<300 { #expect(queue.popFirst() == element) }
        #expect(queue.isEmpty)
    }

    @Test("removing in the middle keeps the rest in order")
    func removing() {
        var queue = Queue<Int>()
        for element in 0..<6 { queue.append(element) }
        #expect(queue.popFirst() == 0)
        #expect(queue.removeFirst { $0 == 3 } == 3)
        #expect(queue.removeFirst { $0 == 1 } == 1)
        #expect(queue.removeFirst { $0 == 0 } == nil)
        #expect(queue.all == [2, 4, 5])
        #expect(queue.removeAll() == [2, 4, 5])
        #expect(queue.isEmpty)
    }

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
        var random = SeededGenerator(seed: seed)
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
                #expect(queue.removeAll() == model, "seed \(seed), step \(step)")
                model = []
            default:
                #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()), "seed \(seed), step \(step)")
            }
            #expect(queue.count == model.count, "seed \(seed), step \(step)")
            #expect(queue.first == model.first, "seed \(seed), step \(step)")
        }
    }
}
