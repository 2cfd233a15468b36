import Bloc
import BlocTesting
import Foundation
import TestWatch
import Testing

/// Random events, states, cancellations and closes, after each of which a bloc must agree with its model.
///
/// Everything runs on one thread in one order, so that a seed reproduces a run: `BLOC_SEED=17 swift test --filter RandomBlocTests`.
@Suite(.watched) struct RandomBlocTests {
    private static let seeds: [UInt64] = {
        if let seed = ProcessInfo.processInfo.environment["BLOC_SEED"].flatMap(UInt64.init) { return [seed] }
        // Some seeds are new in each run; a failure names its seed.
        return Array(0..<100) + (0..<50).map { _ in UInt64.random(in: 1_000...(.max)) }
    }()

    @Test(
        "G05 G08 G11 G12 G13 G14 G15 G16 G20 G24 G40 a bloc behaves as its model under random actions",
        arguments: seeds
    )
    func model(seed: UInt64) throws {
        var run = RandomBlocRun(seed: seed)
        for step in 0..<150 {
            let action = run.act()
            if let difference = run.difference() {
                Issue.record("BLOC_SEED=\(seed), step \(step), after \(action): \(difference)")
                return
            }
        }
        run.end()
        if let difference = run.difference() ?? run.differenceAtEnd() {
            Issue.record("BLOC_SEED=\(seed), at the end: \(difference)")
        }
    }
}

/// One run of a bloc beside its model.
private struct RandomBlocRun {
    private typealias Bloc = ProbeBloc<ModelEvent, Int, Never>

    private var random: SeededGenerator
    private var model: BlocModel
    private let bloc: Bloc
    private let clock: ManualClock
    private let executor = StepExecutor()
    private let handlers = Shared<[Int: CommandedHandler]>([:])
    private let outcomes = Shared<[Int: String]>([:])
    private let done = Log<String>()
    private let late = Log<Int>()
    private let closes = Log<Bool>()
    private let observed = Log<Int>()
    private let token: BlocSubscription
    private var receipts: [Receipt] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        let limits = [
            nil, MailboxLimit(capacity: 2, overflow: .reject), MailboxLimit(capacity: 2, overflow: .dropOldest),
        ]
        let limit = limits[Int.random(in: 0..<limits.count, using: &random)]
        let clock = ManualClock()
        let (handlers, done, late, closes, observed) = (handlers, done, late, closes, observed)
        model = BlocModel(limit: limit)
        self.clock = clock
        let executor = executor
        bloc = BlocContext.with {
            $0.executor = executor
        } _: {
            Bloc(0) { bloc in
                bloc.clock = BlocClock(clock)
                bloc.gracePeriod = .seconds(100_000)
                bloc.mailboxLimit = limit
                bloc.onDone { event, _, outcome in done.append("\(event.number) \(outcome)") }
                bloc.onLateEmit { late.append(Int($1.sequence)) }
                bloc.onClose { closes.append($0) }
                RandomBlocRun.register(&bloc, handlers)
            }
        }
        token = bloc.observe { observed.append($0) }
    }

    private static func register(_ bloc: inout BlocBuilder<Bloc>, _ handlers: Shared<[Int: CommandedHandler]>) {
        let shared: [ModelEvent.Kind: (Lane?, EventPolicy<ModelEvent>)] = [
            .concurrent: (nil, .concurrent),
            .sequential: (nil, .sequential),
            .droppable: (nil, .droppable),
            .restartable: (nil, .restartable),
            .sharedSequential: ("shared", .sequential),
            .sharedDroppable: ("shared", .droppable),
            .sharedRestartable: ("shared", .restartable),
            .debounced: (nil, .debounce(for: BlocModel.quietTime)),
            .throttled: (nil, .throttle(for: BlocModel.quietTime)),
        ]
        for (kind, (lane, policy)) in shared {
            let takes: @Sendable (ModelEvent) -> Bool = { $0.kind == kind }
            bloc.on(lane: lane, policy: policy, where: takes) { event, emit in
                let handler = CommandedHandler()
                handlers.change { $0[event.number] = handler }
                defer { handlers.change { $0[event.number] = nil } }
                try await handler.run(isStubborn: event.isStubborn, emit)
            }
        }
        bloc.on { event, emit in emit(event.number) }
    }

    // MARK: Acting

    /// Performs a random action on the bloc and the model.
    mutating func act() -> String {
        let begun = model.handlers.keys.sorted()
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<45:
            return add()
        case 45..<60:
            guard let number = begun.randomElement(using: &random) else { return add() }
            // Few states, so that some are equal to the current one.
            let state = -Int.random(in: 0..<4, using: &random)
            model.emit(state, by: number)
            return perform("emit(\(state)) by \(number)") { $0.send(.emit(state), to: number) }
        case 60..<80:
            guard let number = begun.randomElement(using: &random) else { return add() }
            model.finish(number, "handled")
            return perform("end of \(number)") { $0.send(.end, to: number) }
        case 80..<84:
            guard let number = begun.randomElement(using: &random) else { return add() }
            model.finish(number, "failed(Failure)")
            return perform("failure of \(number)") { $0.send(.fail, to: number) }
        case 84..<92:
            guard let index = receipts.indices.randomElement(using: &random) else { return add() }
            model.cancel(index + 1)
            return perform("cancel(\(index + 1))") { $0.receipts[index].cancel() }
        case 92..<98:
            let time = Duration.milliseconds(Int.random(in: 1...900, using: &random))
            model.advance(by: time)
            return perform("advance(by: \(time))") { $0.clock.advance(by: time) }
        default:
            // Closing is for the later part of a run.
            guard receipts.count > 40 else { return add() }
            return close(Bool.random(using: &random) ? .drain : .cancel)
        }
    }

    private mutating func add() -> String {
        let kind = ModelEvent.Kind.allCases.randomElement(using: &random) ?? .concurrent
        let number = receipts.count + 1
        let event = ModelEvent(number: number, kind: kind, isStubborn: Int.random(in: 0..<4, using: &random) == 0)
        model.add(event)
        let receipt = bloc.add(event)
        receipts.append(receipt)
        let outcomes = outcomes
        Task(executorPreference: executor) {
            let word = await receipt.word
            outcomes.change { $0[number] = word }
        }
        return perform("add(\(number), \(kind)\(event.isStubborn ? ", stubborn" : ""))") { _ in }
    }

    private mutating func close(_ mode: CloseMode) -> String {
        model.close(mode)
        let bloc = bloc
        Task(executorPreference: executor) { await bloc.close(mode) }
        return perform("close(\(mode))") { _ in }
    }

    private func send(_ command: CommandedHandler.Command, to number: Int) {
        handlers.value[number]?.send(command)
    }

    private func perform(_ name: String, _ action: (RandomBlocRun) -> Void) -> String {
        action(self)
        executor.run()
        return name
    }

    /// Ends all handlers.
    mutating func end() {
        _ = close(.drain)
        while let number = model.handlers.keys.min() {
            model.finish(number, "handled")
            _ = perform("end of \(number)") { $0.send(.end, to: number) }
        }
    }

    // MARK: Comparing

    /// A difference between the bloc and its model.
    func difference() -> String? {
        if bloc.state != model.state { return "the state is \(bloc.state), not \(model.state)" }
        if bloc.isClosed == model.isOpen { return "isClosed is \(bloc.isClosed)" }
        let begun = Set(handlers.value.keys)
        if begun != Set(model.handlers.keys) {
            return "the handlers \(begun.sorted()) run, not \(model.handlers.keys.sorted())"
        }
        if outcomes.value != model.outcomes {
            let numbers = Set(outcomes.value.keys).union(model.outcomes.keys).sorted()
            let lines = numbers.compactMap { number -> String? in
                let (left, right) = (outcomes.value[number], model.outcomes[number])
                return left == right ? nil : "\(number) is \(left ?? "pending"), not \(right ?? "pending")"
            }
            return lines.joined(separator: "; ")
        }
        if closes.entries != (model.isOver ? [true] : []) { return "onClose was called with \(closes.entries)" }
        return nil
    }

    /// A difference between the bloc and its model after the end.
    func differenceAtEnd() -> String? {
        if observed.entries != model.states { return "observed \(observed.entries), not \(model.states)" }
        if !late.entries.isEmpty { return "late emits \(late.entries) of handlers that had not ended" }
        // Events that were not accepted have no onDone.
        let accepted = done.entries.compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
        if Set(accepted).count != accepted.count { return "onDone was called more than once" }
        for line in done.entries {
            let words = line.split(separator: " ", maxSplits: 1)
            if let number = Int(words[0]), model.outcomes[number] != String(words[1]) { return "onDone said \(line)" }
        }
        return nil
    }
}
