import BlocTesting
import TestWatch
import Testing

@testable import Bloc

/// Events that several threads add to one bloc at once, on every way that they can take.
@Suite(.watched) struct BlocCoreDrainingTests {
    enum Shape: CaseIterable, Sendable {
        case oneHandler, twoHandlers, hooked, bounded, observed
    }

    private typealias PairBloc = ProbeBloc<Pair, [Int], Never>

    private struct Pair: Sendable {
        let sender: Int
        let number: Int
    }

    private static let senders = 8
    private static let count = 2_000

    private static func bloc(_ shape: Shape, _ log: Log<String>) -> PairBloc {
        PairBloc(Array(repeating: 0, count: senders)) { bloc in
            // The next number of each sender: an event out of its order leaves a gap that is noticed.
            let handle: @Sendable (Pair, Emitter<PairBloc>) -> Void = { pair, emit in
                if emit.state[pair.sender] != pair.number { log.append("\(pair.sender): \(pair.number)") }
                emit.update { $0[pair.sender] = pair.number + 1 }
            }
            switch shape {
            case .oneHandler, .observed:
                break
            case .twoHandlers:
                bloc.on(where: { $0.number.isMultiple(of: 3) }) { pair, emit in handle(pair, emit) }
            case .hooked:
                bloc.onEvent { _, _ in }
            case .bounded:
                bloc.mailboxLimit = MailboxLimit(capacity: senders * count, overflow: .reject)
            }
            bloc.on { pair, emit in handle(pair, emit) }
        }
    }

    @Test(
        "G02 G05 events of eight threads keep each thread's order, none is lost, and each receipt resolves",
        arguments: Shape.allCases
    )
    func racing(shape: Shape) async {
        let log = Log<String>()
        let bloc = Self.bloc(shape, log)
        let seen = Shared(0)
        let token = shape == .observed ? bloc.observe { _ in seen.change { $0 += 1 } } : nil
        let unhandled = await withTaskGroup(of: Int.self) { group in
            for sender in 0..<Self.senders {
                group.addTask {
                    let receipts = await onThread {
                        (0..<Self.count).map { bloc.add(Pair(sender: sender, number: $0)) }
                    }
                    var unhandled = 0
                    for receipt in receipts where await receipt.word != "handled" { unhandled += 1 }
                    return unhandled
                }
            }
            return await group.reduce(0, +)
        }
        #expect(unhandled == 0)
        #expect(log.entries.isEmpty)
        #expect(bloc.state == Array(repeating: Self.count, count: Self.senders))
        if token != nil { #expect(seen.value == Self.senders * Self.count) }
        await bloc.close()
    }

    @Test("G12 G16 synchronous and async handlers that share a lane keep the order under every schedule")
    func sharedLane() async {
        await exploreSchedules { run in
            let bloc = ProbeBloc<Int, [Int], Never>([]) { bloc in
                bloc.on(lane: "one", policy: .sequential, where: { $0.isMultiple(of: 2) }) { event, emit async in
                    await Task.yield()
                    emit.update { $0.append(event) }
                }
                bloc.on(lane: "one", policy: .sequential) { event, emit in emit.update { $0.append(event) } }
            }
            let numbers = (0..<12).map { Int((run.seed &* 31 &+ UInt64($0) &* 7) % 16) }
            let receipts = numbers.map { bloc.add($0) }
            for receipt in receipts { #expect(await receipt.word == "handled") }
            #expect(bloc.state == numbers)
            #expect(bloc.core.report(key: AnyBlocKey(name: "bloc")).queueLength == 0)
            await bloc.close()
        }
    }

    @Test("G05 G40 receipts of events that race with close resolve, as handled or as dropped")
    func racingClose() async {
        for _ in 0..<200 {
            let bloc = Self.bloc(.oneHandler, Log())
            let words = await withTaskGroup(of: [String].self) { group in
                for sender in 0..<4 {
                    group.addTask {
                        var words: [String] = []
                        for receipt in (0..<50).map({ bloc.add(Pair(sender: sender, number: $0)) }) {
                            words.append(await receipt.word)
                        }
                        return words
                    }
                }
                group.addTask {
                    await bloc.close()
                    return []
                }
                return await group.reduce([], +)
            }
            #expect(words.count == 200)
            #expect(Set(words).isSubset(of: ["handled", "dropped(closed)"]))
        }
    }
}
