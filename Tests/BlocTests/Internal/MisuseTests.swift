import TestWatch
import Testing

@testable import Bloc

/// Code that touches a bloc under a lock, which stops the program.
@Suite(.watched) struct MisuseTests {
    /// A value whose `==` touches a bloc.
    private struct Asking: Equatable, Sendable {
        let number: Int
        var ask: @Sendable () -> Void = {}

        static func == (left: Asking, right: Asking) -> Bool {
            right.ask()
            return left.number == right.number
        }
    }

    private struct AskingRule: ConcurrencyRule {
        let ask: @Sendable () -> Void

        func decision(in situation: LaneSituation) -> LaneDecision {
            ask()
            return .start
        }
    }

    // MARK: Inside the lock

    private enum Forbidden: String, CaseIterable, Codable {
        case readingOwnStateInUpdate, readingOtherStateInEquality, readingOwnStateInRule
        case addingInUpdate, addingToAsyncInUpdate, askingAsyncInEquality, addingInRule
        case publishingInUpdate, sendingAnEffectInUpdate, closingInUpdate, cancellingAReceiptInUpdate
        case observingInUpdate, endingASubscriptionInUpdate, takingTheEffectsInUpdate

        func perform() {
            let cubit = NumberCubit(0)
            let echo = NumberBloc(0) { $0.emitEvents() }
            // Its handlers run in tasks, where nothing is left of the lock.
            let asyncEcho = NumberBloc(0) { bloc in bloc.on { event, emit async in emit(event) } }
            switch self {
            case .readingOwnStateInUpdate: inHandlersUpdate { number, emit in number += emit.state }
            case .readingOtherStateInEquality: inEquality { _ in _ = cubit.isClosed }
            case .readingOwnStateInRule: inRule { _ = $0?.state }
            case .addingInUpdate: inHandlersUpdate { _, emit in emit.add(1) }
            case .addingToAsyncInUpdate: cubit.emit.update { _ in asyncEcho.add(1) }
            case .askingAsyncInEquality:
                inEquality { _ in _ = asyncEcho.core.accept(1, from: .question(Lock<Int?>(nil))) }
            case .addingInRule: inRule { _ in echo.add(1) }
            case .publishingInUpdate: cubit.emit.update { _ in cubit.emit(2) }
            case .sendingAnEffectInUpdate:
                TextBloc([]) { bloc in bloc.on { _, emit in emit.update { _ in emit.effect("a") } } }.add("a")
            case .closingInUpdate: inHandlersUpdate { _, emit in emit.close() }
            case .cancellingAReceiptInUpdate: cancelReceiptInUpdate()
            case .observingInUpdate: cubit.emit.update { _ in _ = cubit.observe { _ in } }
            case .endingASubscriptionInUpdate:
                let token = cubit.observe { _ in }
                cubit.emit.update { _ in token.cancel() }
            case .takingTheEffectsInUpdate: cubit.emit.update { _ in _ = cubit.effects }
            }
        }

        private func inHandlersUpdate(_ act: @escaping @Sendable (inout Int, Emitter<NumberBloc>) -> Void) {
            let bloc = NumberBloc(0) { bloc in
                bloc.on { _, emit in emit.update { act(&$0, emit) } }
            }
            bloc.add(1)
        }

        private func inEquality(_ act: @escaping @Sendable (ProbeCubit<Asking, Never>) -> Void) {
            let cubit = ProbeCubit<Asking, Never>(Asking(number: 0))
            cubit.emit(Asking(number: 1) { act(cubit) })
        }

        private func inRule(_ act: @escaping @Sendable (NumberBloc?) -> Void) {
            let bloc = NumberBloc(0) { bloc, itself in
                bloc.on(policy: .custom(AskingRule { act(itself.bloc) })) { _, _ in }
                bloc.on(where: { $0 < 0 }) { _, _ in }
            }
            bloc.add(1)
        }

        private func cancelReceiptInUpdate() {
            let bloc = NumberBloc(0) { bloc in
                bloc.on { event, emit in
                    let receipt = emit.add(event + 1)
                    emit.update { _ in receipt.cancel() }
                }
            }
            bloc.add(1)
        }
    }

    @Test("G28 touching a bloc under a lock stops the program with a message", arguments: Forbidden.allCases)
    private func touching(_ forbidden: Forbidden) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [forbidden = forbidden as Forbidden] in
            forbidden.perform()
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("A bloc was accessed inside `==`, an `update` closure or a policy."))
        #expect(text.contains("Wrong:\n    emit.update { $0.total = other.state.total }"))
        #expect(text.contains("Right:\n    let total = other.state.total"))
    }

    // MARK: Outside the lock

    @Test("G28 parts of states are taken outside the lock: there a bloc may be touched")
    func selecting() async {
        let cubit = NumberCubit(0)
        let log = Log<Int>()
        let token = cubit.select {
            $0 + cubit.state
        } _: {
            log.append($0)
        }
        var parts = cubit.select { $0 * 10 + cubit.state }.makeAsyncIterator()
        #expect(await parts.next() == 0)
        cubit.emit(1)
        #expect(await parts.next() == 11)
        #expect(log.entries == [2])
        token.cancel()
    }

    @Test("G28 old states, states without effect and events are released outside the lock")
    func releasing() async {
        typealias Bloc = ProbeBloc<Payload, Payload, Never>
        let shared = Shared<Bloc?>(nil)
        let log = Log<String>()
        /// A payload whose release reads the bloc, which deadlocks or stops under its lock.
        @Sendable func asking(_ number: Int) -> Payload {
            Payload(
                number: number,
                witness: Witness { log.append("\(number) sees \(shared.value?.state.number ?? -1)") }
            )
        }
        let mayEnd = Signal()
        let bloc = Bloc(asking(0)) { bloc in
            bloc.mailboxLimit = MailboxLimit(capacity: 1, overflow: .dropOldest)
            bloc.on(policy: .sequential, where: { $0.number >= 10 }) { _, _ in await mayEnd.wait() }
            bloc.on { event, emit in
                emit(asking(event.number))
                // Equal, so that nothing changes.
                emit(asking(event.number))
                emit.update { $0 = asking(event.number) }
            }
        }
        shared.value = bloc
        bloc.add(asking(1))
        bloc.add(asking(2))
        // Running, dropped by overflow, dropped by overflow, cancelled by the close.
        for number in 10...13 { bloc.add(asking(number)) }
        mayEnd.fire()
        await bloc.close()
        shared.value = nil
        for number in 11...13 { #expect(log.entries.contains("\(number) sees 2")) }
    }

    private struct Payload: Equatable, Sendable {
        let number: Int
        let witness: Witness

        static func == (left: Payload, right: Payload) -> Bool { left.number == right.number }
    }
}
