import BlocTesting
import TestWatch
import Testing

@testable import Bloc

/// Threads that use one bloc under seeded schedules: between two gates one thread runs alone.
@Suite(.watched) struct RacingThreadsTests {
    private struct Message: Sendable {
        let sender: Int
        let number: Int
    }

    private typealias MessageBloc = ProbeBloc<Message, [Int], Never>

    enum Shape: CaseIterable, Sendable {
        case oneHandler, twoHandlers, hooked, async
    }

    /// What another thread does meanwhile.
    enum Disturbance: CaseIterable, Sendable {
        case none, report, cancel, close, drain
    }

    private static let senders = 3
    private static let count = 4

    @Test(
        "G02 G03 G05 G22 G41 threads that add, cancel and close keep every promise under seeded schedules",
        arguments: Shape.allCases,
        Disturbance.allCases
    )
    func racing(shape: Shape, disturbance: Disturbance) async {
        for seed in 0..<60 as Range<UInt64> {
            await race(seed, shape, disturbance)
        }
    }

    private func race(_ seed: UInt64, _ shape: Shape, _ disturbance: Disturbance) async {
        let threads = Shared<SeededThreads?>(nil)
        let gate: @Sendable () -> Void = { threads.value?.gate() }
        let bloc = MessageBloc([]) { bloc in
            let handle: @Sendable (Message, Emitter<MessageBloc>) -> Void = { message, emit in
                gate()
                emit.update { $0.append(message.sender * 100 + message.number) }
                gate()
            }
            if shape == .twoHandlers { bloc.on(where: { $0.number == 1 }) { message, emit in handle(message, emit) } }
            if shape == .hooked { bloc.onEvent { _, _ in gate() } }
            if shape == .async {
                bloc.on(policy: .sequential) { message, emit async in
                    emit.update { $0.append(message.sender * 100 + message.number) }
                }
            } else {
                bloc.on { message, emit in handle(message, emit) }
            }
        }
        let seen = Log<[Int]>()
        let token = bloc.observe { state in
            gate()
            seen.append(state)
        }
        let receipts = Log<(Message, Receipt)>()
        var bodies: [@Sendable (SeededThreads) -> Void] = (0..<Self.senders).map { sender in
            { running in
                for number in 0..<Self.count {
                    running.gate()
                    let message = Message(sender: sender, number: number)
                    receipts.append((message, bloc.add(message)))
                }
            }
        }
        bodies.append { running in
            for _ in 0..<(seed % 12) { running.gate() }
            disturb(bloc, disturbance, receipts)
        }
        let all = bodies
        await SeededThreads.run(
            seed: seed,
            all.map { body in
                { running in
                    threads.value = running
                    body(running)
                }
            }
        )
        threads.value = nil
        var handled: Set<Int> = []
        for (message, receipt) in receipts.entries {
            let word = await receipt.word
            if word == "handled" { handled.insert(message.sender * 100 + message.number) }
            #expect(Self.allowed(disturbance).contains(word), "seed \(seed)")
        }
        await bloc.close()
        // A synchronous handler that runs when its bloc is cancelled publishes, and its event is cancelled or handled.
        #expect(handled.isSubset(of: bloc.state), "seed \(seed)")
        #expect(Set(bloc.state).count == bloc.state.count, "seed \(seed)")
        for sender in 0..<Self.senders {
            let own = bloc.state.filter { $0 / 100 == sender }
            #expect(own == own.sorted(), "seed \(seed)")
        }
        if disturbance == .none || disturbance == .report { #expect(handled.count == Self.senders * Self.count) }
        // Every state was delivered, in the order of publishing.
        #expect(seen.entries == bloc.state.indices.map { Array(bloc.state[...$0]) }, "seed \(seed)")
        token.cancel()
    }

    private func disturb(_ bloc: MessageBloc, _ disturbance: Disturbance, _ receipts: Log<(Message, Receipt)>) {
        switch disturbance {
        case .none: break
        case .report:
            let report = bloc.core.report(key: AnyBlocKey(name: "bloc"))
            #expect(report.queueLength <= Self.senders * Self.count)
        case .cancel: receipts.entries.last?.1.cancel()
        case .close: bloc.core.beginClosing(.cancel, byOwner: true)
        case .drain: bloc.core.beginClosing(.drain, byOwner: true)
        }
    }

    private static func allowed(_ disturbance: Disturbance) -> Set<String> {
        switch disturbance {
        case .none, .report: ["handled"]
        case .cancel: ["handled", "cancelled"]
        case .close: ["handled", "cancelled", "dropped(closed)"]
        case .drain: ["handled", "dropped(closed)"]
        }
    }
}
