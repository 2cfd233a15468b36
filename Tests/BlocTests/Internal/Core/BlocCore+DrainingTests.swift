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
    #if DEBUG
    private static let count = 800
    #else
    private static let count = 10_000
    #endif

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

    // MARK: The inbox

    /// A bloc whose handler of 0 blocks on a thread of its own until the signal, so that later events are left in the inbox.
    private func withBusyBloc(_ body: (NumbersBloc, Signal) async -> Void) async {
        let isBusy = Signal()
        let mayEnd = Signal()
        let bloc = NumbersBloc([]) { bloc in
            bloc.on { event, emit in
                if event == 0 {
                    isBusy.fire()
                    mayEnd.block()
                }
                emit.update { $0.append(event) }
            }
        }
        async let first = onThread { bloc.add(0) }
        await isBusy.wait()
        // Opens the inbox.
        bloc.add(1)
        let isOpen = bloc.core.inbox.isOpen
        bloc.add(2)
        let hasRecords = bloc.core.inbox.hasRecords
        #expect(isOpen && hasRecords)
        await body(bloc, mayEnd)
        mayEnd.fire()
        _ = await first
    }

    private typealias NumbersBloc = ProbeBloc<Int, [Int], Never>

    @Test("G02 an event that is added under the lock comes after those that were left in the inbox")
    func afterTheInbox() async {
        await withBusyBloc { bloc, mayEnd in
            let answer = bloc.core.acceptRecorded(3, in: AnswerRecord())
            bloc.add(4)
            mayEnd.fire()
            #expect(await answer.word == "handled")
            #expect(await bloc.add(5).word == "handled")
            #expect(bloc.state == [0, 1, 2, 3, 4, 5])
            await bloc.close()
        }
    }

    @Test("G40 what was left in the inbox before a draining close is handled, and nothing enters it after")
    func closedInbox() async {
        await withBusyBloc { bloc, mayEnd in
            bloc.core.beginClosing(.drain, byOwner: true)
            let late = bloc.add(3)
            mayEnd.fire()
            #expect(await late.word == "dropped(closed)")
            await bloc.close(.drain)
            #expect(bloc.state == [0, 1, 2])
        }
    }

    @Test("G05 an event in the inbox is cancelled by its receipt, and counted in reports")
    func cancellingInTheInbox() async {
        await withBusyBloc { bloc, mayEnd in
            let receipt = bloc.add(3)
            #expect(bloc.core.report(key: AnyBlocKey(name: "bloc")).queueLength == 3)
            receipt.cancel()
            #expect(await receipt.word == "cancelled")
            mayEnd.fire()
            #expect(await bloc.add(4).word == "handled")
            #expect(bloc.state == [0, 1, 2, 4])
            await bloc.close()
        }
    }

    @Test("G41 a receipt resolves in the role of delivering, so that the end of a close comes after it")
    func resolvingInTheRole() async {
        await withBusyBloc { bloc, mayEnd in
            let receipt = bloc.add(3)
            let roles = Log<Bool>()
            let executor = StepExecutor { roles.append(bloc.core.role.isFree) }
            let waiting = Task(executorPreference: executor) { await receipt.word }
            await executor.run { !roles.entries.isEmpty }
            // The task is suspended: only the end of its event puts it on the executor again.
            let count = roles.entries.count
            mayEnd.fire()
            await executor.run { roles.entries.count > count }
            #expect(roles.entries[count] == false)
            #expect(await waiting.value == "handled")
            await bloc.close()
        }
    }
}
