import TestWatch
import Testing

@testable import Bloc

/// Compares the lane with a list that is searched from the start each time.
@Suite(.watched) struct LaneModelTests {
    private struct Model {
        struct Waiting {
            let event: UInt64
            /// `nil` is everything before.
            var after: Set<UInt64>?
        }

        var running: [UInt64] = []
        var queue: [Waiting] = []

        var present: [UInt64] { running + queue.map(\.event) }

        mutating func arrived(_ event: UInt64, step: LaneDecision.Step) -> LaneStateMachine.ArrivalAction {
            var waiting: Waiting?
            switch step {
            case .start: break
            case .drop: return .drop
            case .queue: if !present.isEmpty { waiting = Waiting(event: event, after: nil) }
            case .startAfter(let events):
                let after = events.intersection(present)
                if !after.isEmpty { waiting = Waiting(event: event, after: after) }
            }
            if let waiting {
                queue.append(waiting)
                return .wait
            }
            running.append(event)
            return .start
        }

        mutating func removed(_ event: UInt64) -> Set<UInt64> {
            running.removeAll { $0 == event }
            queue.removeAll { $0.event == event }
            for index in queue.indices { queue[index].after?.remove(event) }
            var ready: Set<UInt64> = []
            while let index = queue.indices.first(where: { isReady($0) }) {
                let event = queue.remove(at: index).event
                running.append(event)
                ready.insert(event)
            }
            return ready
        }

        private func isReady(_ index: Int) -> Bool {
            guard let after = queue[index].after else { return running.isEmpty && index == 0 }
            return after.isEmpty
        }
    }

    @Test("a lane behaves as its model", arguments: 0..<100 as Range<UInt64>)
    func model(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var lane = LaneStateMachine()
        var model = Model()
        for event in 1...300 as ClosedRange<UInt64> {
            let step: LaneDecision.Step =
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<3: .start
                case 3..<6: .queue
                case 6..<9: .startAfter(Set(model.present.shuffled(using: &random).prefix(2) + [event + 1_000]))
                default: .drop
                }
            #expect(lane.arrived(event, step: step) == model.arrived(event, step: step), "seed \(seed), event \(event)")
            for _ in 0..<Int.random(in: 0..<3, using: &random) {
                // Usually a running event ends; sometimes a waiting or an unknown one is cancelled.
                let ends =
                    switch Int.random(in: 0..<8, using: &random) {
                    case 0: event + 1_000
                    case 1: model.present.randomElement(using: &random)
                    default: model.running.randomElement(using: &random)
                    }
                guard let ends else { continue }
                #expect(Set(lane.removed(ends)) == model.removed(ends), "seed \(seed), event \(event), end of \(ends)")
            }
            #expect(Set(lane.running) == Set(model.running), "seed \(seed), event \(event)")
            #expect(lane.waiting == model.queue.map(\.event), "seed \(seed), event \(event)")
        }
    }
}
