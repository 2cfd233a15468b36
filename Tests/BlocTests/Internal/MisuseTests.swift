import TestWatch
import Testing

@testable import Bloc

/// Code that touches a bloc under a lock, which stops the program.
@Suite(.watched) struct MisuseTests {
    private static let message = "A bloc was touched from inside `==`, an `update` closure or a policy."

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

    /// Acts in an `update` closure of a handler.
    private static func inUpdate(_ act: @escaping @Sendable (inout Int, Emitter<NumberBloc>) -> Void) {
        let bloc = NumberBloc(0) { bloc in
            bloc.on { _, emit in emit.update { act(&$0, emit) } }
        }
        bloc.add(1)
    }

    /// Acts in an `update` closure of a cubit.
    private static func inCubitsUpdate(_ act: (NumberCubit) -> Void) {
        let cubit = NumberCubit(0)
        cubit.emit.update { number in
            number += 1
            act(cubit)
        }
    }

    /// Acts in the `==` of a cubit's state.
    private static func inEquality(_ act: @escaping @Sendable (ProbeCubit<Asking, Never>) -> Void) {
        let cubit = ProbeCubit<Asking, Never>(Asking(number: 0))
        cubit.emit(Asking(number: 1) { act(cubit) })
    }

    /// A bloc whose events become its states, at once.
    private static func echo() -> NumberBloc {
        NumberBloc(0) { bloc in bloc.on { event, emit in emit(event) } }
    }

    /// A bloc whose events become its states in tasks, where nothing is left of the lock.
    private static func asyncEcho() -> NumberBloc {
        NumberBloc(0) { bloc in bloc.on { event, emit async in emit(event) } }
    }

    private static func expectMisuse(_ result: ExitTest.Result?) throws {
        let content = try #require(result).standardErrorContent
        let text = String(decoding: content, as: UTF8.self)
        #expect(text.contains(message))
        #expect(text.contains("Wrong:\n    emit.update { $0.total = other.state.total }"))
        #expect(text.contains("Right:\n    let total = other.state.total"))
    }

    @Test("G28 reading the own bloc inside update stops the program with a message")
    func ownStateInUpdate() async throws {
        try Self.expectMisuse(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Self.inUpdate { number, emit in number += emit.state }
            }
        )
    }

    @Test("G28 reading another bloc inside update stops the program with a message")
    func otherStateInUpdate() async throws {
        try Self.expectMisuse(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let other = NumberCubit(0)
                Self.inUpdate { number, _ in number += other.state }
            }
        )
    }

    @Test("G28 adding to the own bloc inside update stops the program with a message")
    func addingInUpdate() async throws {
        try Self.expectMisuse(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Self.inUpdate { number, emit in
                    number += 1
                    emit.add(1)
                }
            }
        )
    }

    @Test("G28 adding to another bloc inside update stops the program with a message")
    func addingElsewhereInUpdate() async throws {
        try Self.expectMisuse(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let other = Self.echo()
                Self.inCubitsUpdate { _ in other.add(1) }
            }
        )
    }

    @Test("G28 adding to another bloc with async handlers inside update stops the program with a message")
    func addingToAsyncInUpdate() async throws {
        try Self.expectMisuse(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let other = Self.asyncEcho()
                Self.inCubitsUpdate { _ in other.add(1) }
            }
        )
    }

    @Test("G28 asking another bloc with async handlers inside == stops the program with a message")
    func askingAsyncInEquality() async throws {
        try Self.expectMisuse(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let other = Self.asyncEcho()
                Self.inEquality { _ in _ = other.core.accept(1, from: Origin(wantsAnswer: true)) }
            }
        )
    }

    @Test("G28 publishing inside a cubit's update stops the program with a message")
    func emittingInUpdate() async throws {
        try Self.expectMisuse(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Self.inCubitsUpdate { $0.emit(2) }
            }
        )
    }

    @Test("G28 sending an effect inside update stops the program with a message")
    func effectInUpdate() async throws {
        try Self.expectMisuse(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let bloc = TextBloc([]) { bloc in
                    bloc.on { _, emit in emit.update { _ in emit.effect("a") } }
                }
                bloc.add("a")
            }
        )
    }

    @Test("G28 closing the own bloc inside update stops the program with a message")
    func closingInUpdate() async throws {
        try Self.expectMisuse(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Self.inUpdate { _, emit in emit.close() }
            }
        )
    }

    @Test("G28 cancelling a receipt inside update stops the program with a message")
    func cancellingInUpdate() async throws {
        try Self.expectMisuse(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let bloc = NumberBloc(0) { bloc in
                    bloc.on { event, emit in
                        let receipt = emit.add(event + 1)
                        emit.update { _ in receipt.cancel() }
                    }
                }
                bloc.add(1)
            }
        )
    }

    @Test("G28 observing inside update stops the program with a message")
    func observingInUpdate() async throws {
        try Self.expectMisuse(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Self.inCubitsUpdate { _ = $0.observe { _ in } }
            }
        )
    }

    @Test("G28 ending a subscription inside update stops the program with a message")
    func unsubscribingInUpdate() async throws {
        try Self.expectMisuse(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let cubit = NumberCubit(0)
                let token = cubit.observe { _ in }
                cubit.emit.update { _ in token.cancel() }
            }
        )
    }

    @Test("G28 taking the effects inside update stops the program with a message")
    func effectsInUpdate() async throws {
        try Self.expectMisuse(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Self.inCubitsUpdate { _ = $0.effects }
            }
        )
    }

    @Test("G28 reading the own bloc inside == stops the program with a message")
    func ownStateInEquality() async throws {
        try Self.expectMisuse(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Self.inEquality { _ = $0.state }
            }
        )
    }

    @Test("G28 reading another bloc inside == stops the program with a message")
    func otherStateInEquality() async throws {
        try Self.expectMisuse(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let other = NumberCubit(0)
                let bloc = ProbeBloc<Int, Asking, Never>(Asking(number: 0)) { bloc in
                    bloc.on { event, emit in emit(Asking(number: event) { _ = other.isClosed }) }
                }
                bloc.add(1)
            }
        )
    }

    @Test("G28 reading the own bloc inside a rule stops the program with a message")
    func ownStateInRule() async throws {
        try Self.expectMisuse(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let bloc = Shared<NumberBloc?>(nil)
                let asking = NumberBloc(0) { builder in
                    let rule = AskingRule { _ = bloc.value?.state }
                    builder.on(policy: .custom(rule)) { _, _ in }
                    builder.on(where: { $0 < 0 }) { _, _ in }
                }
                bloc.value = asking
                asking.add(1)
            }
        )
    }

    @Test("G28 adding to another bloc inside a rule stops the program with a message")
    func addingInRule() async throws {
        try Self.expectMisuse(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let other = Self.echo()
                let bloc = NumberBloc(0) { bloc in
                    bloc.on(policy: .custom(AskingRule { _ = other.add(1) })) { _, _ async in }
                }
                bloc.add(1)
            }
        )
    }

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

    @Test("G28 hooks, predicates, conversions and handlers may touch the bloc")
    func allowed() async {
        let log = Log<Int>()
        let shared = Shared<NumberBloc?>(nil)
        let read: @Sendable () -> Int = { shared.value?.state ?? -1 }
        let bloc = NumberBloc(0) { bloc in
            bloc.onEvent { _, _ in log.append(read()) }
            bloc.onTransition { _ in log.append(read()) }
            bloc.on(where: { _ in read() >= 0 }) { event, emit in
                log.append(read())
                emit(event)
            }
        }
        shared.value = bloc
        #expect(await bloc.add(1).word == "handled")
        #expect(log.entries == [0, 0, 1])
        shared.value = nil
    }

    @Test("G28 old states, states without effect and events are released outside the lock")
    func releasing() async {
        typealias Bloc = ProbeBloc<Payload, Payload, Never>
        let shared = Shared<Bloc?>(nil)
        let log = Log<String>()
        /// A payload whose release reads the bloc, which deadlocks or stops under its lock.
        @Sendable func payload(_ number: Int) -> Payload {
            Payload(number: number, witness: Witness { log.append("\(number): \(shared.value != nil)") })
        }
        @Sendable func asking(_ number: Int) -> Payload {
            Payload(
                number: number,
                witness: Witness {
                    let bloc = shared.value
                    log.append("\(number) sees \(bloc?.state.number ?? -1)")
                }
            )
        }
        let mayEnd = Signal()
        let bloc = Bloc(payload(0)) { bloc in
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
        #expect(log.entries.contains("11 sees 2"))
        #expect(log.entries.contains("12 sees 2"))
        #expect(log.entries.contains("13 sees 2"))
    }

    private struct Payload: Equatable, Sendable {
        let number: Int
        let witness: Witness

        static func == (left: Payload, right: Payload) -> Bool { left.number == right.number }
    }
}
