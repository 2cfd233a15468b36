import BlocKit
import TestWatch
import Testing

@testable import Bloc

/// Code that stops the program, such as code that touches a bloc under a lock.
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

    private enum Mistake: String, CaseIterable, Codable {
        case readingOwnStateInUpdate, readingOtherStateInEquality, readingOwnStateInRule
        case addingInUpdate, addingToAsyncInUpdate, askingAsyncInEquality
        case publishingInUpdate, sendingAnEffectInUpdate, closingInUpdate, cancellingAReceiptInUpdate
        case observingInUpdate, endingASubscriptionInUpdate, takingTheEffectsInUpdate
        case mailboxWithoutRoom, twoHandlersForAll, twoHandlersForOneType
        case creatingInACycle, creatingInACycleOverThreads, closingInACycle
        case twoTypesForAKey, twoTypesForAKeyAtOnce, unsetDependency, unsetMember

        func make() async {
            let manager = BlocManager()
            let (a, b, c) = (BlocKey<NumberBloc>("a"), BlocKey<NumberBloc>("b"), BlocKey<NumberBloc>("c"))
            let begun = [Signal(), Signal()]
            let cubit = NumberCubit(0)
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
            case .mailboxWithoutRoom: _ = MailboxLimit(capacity: 0, overflow: .reject)
            case .twoHandlersForAll:
                _ = TextBloc([]) { bloc in
                    bloc.on { _, _ in }
                    bloc.on { _, _ async in }
                }
            case .twoHandlersForOneType:
                _ = ProbeBloc<any Sendable, Int, Never>(0) { bloc in
                    bloc.on(.type(Int.self)) { _, _ in }
                    bloc.on(.type(String.self)) { _, _ in }
                    bloc.on(.type(Int.self)) { _, _ async in }
                }
            case .creatingInACycle:
                func bloc(_ keys: ArraySlice<BlocKey<NumberBloc>>) -> NumberBloc {
                    guard let key = keys.first else { return NumberBloc(0) }
                    return manager.bloc(for: key) { bloc(keys.dropFirst()) }
                }
                _ = bloc([a, b, c, a])
            case .creatingInACycleOverThreads:
                let keys = [a, b]
                await race(2) { number in
                    await onThread {
                        _ = manager.bloc(for: keys[number]) {
                            begun[number].fire()
                            begun[1 - number].block()
                            return NumberBloc(manager.bloc(for: keys[1 - number]) { NumberBloc(0) }.state)
                        }
                    }
                }
            case .closingInACycle:
                for (key, parent) in [(a, c), (b, a), (c, b)] {
                    _ = manager.bloc(for: key, closeWith: parent) { NumberBloc(0) }
                }
            case .twoTypesForAKey:
                _ = manager.bloc(for: a) { NumberBloc(0) }
                _ = manager.find(BlocKey<NumberCubit>("a"))
            case .twoTypesForAKeyAtOnce:
                async let other = onThread {
                    begun[0].block()
                    _ = manager.bloc(for: BlocKey<NumberCubit>("a")) { NumberCubit(0) }
                }
                _ = manager.bloc(for: a) {
                    begun[0].fire()
                    return NumberBloc(0)
                }
                await other
            case .unsetDependency:
                withTestDependencies(
                    { $0.greeting = "set" },
                    { print(DependenciesTests.Greeter().greeting, Dependencies.current[LimitKey.self]) }
                )
            case .unsetMember: _ = ProvidedTests.Parts().name
            }
        }

        /// Parts of the message.
        var message: [String] {
            let needsItself = "Bloc: Creating a bloc needs the bloc itself: "
            let twoTypes = #"The key "a" belongs to a \#(NumberBloc.self) but was used for a \#(NumberCubit.self)."#
            return switch self {
            case .mailboxWithoutRoom: ["A mailbox needs room for at least one event, but its capacity is 0."]
            case .twoHandlersForAll:
                [
                    "has two handlers for events of type String. An event has one handler.",
                    "Wrong:\n    bloc.on { event, emit in … }\n    bloc.on { event, emit in … }",
                    "Right:\n    bloc.on { event, emit in\n        switch event { … }",
                ]
            case .twoHandlersForOneType: ["has two handlers for events of type Int."]
            case .creatingInACycle: [needsItself + "a → b → c → a.", "Right:"]
            case .creatingInACycleOverThreads: [needsItself, "a → b", "b → a"]
            case .closingInACycle: ["Bloc: `closeWith` forms a cycle: c → b → a → c.", "Right:"]
            case .twoTypesForAKey:
                ["Bloc: " + twoTypes, "Wrong:", "Right:"]
                    + ["\(NumberBloc.self)", "\(NumberCubit.self)"].map { #"BlocKey<\#($0)>("a")"# }
            case .twoTypesForAKeyAtOnce: [twoTypes]
            case .unsetDependency:
                [
                    "A test uses the dependency LimitKey, of type Int, without setting it.",
                    "withTestDependencies({ $0[LimitKey.self] = … }) { makeBloc() }",
                ]
            case .unsetMember: ["String"]
            default:
                [
                    "A bloc was accessed inside `==`, an `update` closure or a policy.",
                    "Wrong:\n    emit.update { $0.total = other.state.total }",
                    "Right:\n    let total = other.state.total",
                ]
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

    @Test("G08 G10 G28 G50 G51 G53 G65 a mistake stops the program with a message", arguments: Mistake.allCases)
    private func stopping(_ mistake: Mistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [mistake = mistake as Mistake] in
            await mistake.make()
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        for part in mistake.message { #expect(text.contains(part)) }
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
