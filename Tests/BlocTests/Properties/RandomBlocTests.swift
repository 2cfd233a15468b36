import Bloc
import BlocTesting
import TestWatch
import Testing

/// Random registrations, events, states, cancellations and closes, after each of which a bloc must agree with its model.
///
/// Everything runs on one thread in one order, so that a seed reproduces a run: `BLOC_SEED=17 swift test --filter RandomBlocTests`.
@Suite(.watched) struct RandomBlocTests {
    @Test(
        "G05 G08 G11 G12 G13 G14 G15 G16 G18 G20 G24 G40 G46 G76 G79 a bloc behaves as its model under random actions",
        arguments: SplitMix64.seeds(300, new: 100)
    )
    func model(seed: UInt64) throws {
        var run = RandomBlocRun(seed: seed)
        var actions: [String] = []
        for _ in 0..<150 {
            actions.append(run.act())
            if let difference = run.difference() {
                Issue.record("BLOC_SEED=\(seed), after \(actions.joined(separator: "\n")): \(difference)")
                return
            }
        }
        run.end()
        if let difference = run.difference() ?? run.differenceAtEnd() {
            Issue.record("BLOC_SEED=\(seed), at the end: \(difference)")
        }
    }
}

/// What a bloc does, as the test and its handlers note it.
private final class ModelRecord: Sendable {
    let executor = StepExecutor()
    let handlers = Shared<[Int: CommandedHandler]>([:])
    let outcomes = Shared<[Int: String]>([:])
    let receipts = Shared<[Int: Receipt]>([:])
    let done = Log<String>()
    let late = Log<Int>()
    let closes = Log<Bool>()
    let observed = Log<Int>()
    private let count = Shared(0)

    /// Adds the next event, and notes its outcome.
    func add(_ script: ModelEvent.Script, _ add: (ModelEvent) -> Receipt) {
        count.change { $0 += 1 }
        let number = count.value
        let receipt = add(ModelEvent(number: number, script: script))
        receipts.change { $0[number] = receipt }
        let outcomes = outcomes
        Task(executorPreference: executor) {
            let word = await receipt.word
            outcomes.change { $0[number] = word }
        }
    }

    func register(_ setup: ModelSetup, in bloc: inout BlocBuilder<ModelBloc>) {
        if setup.isHooked {
            bloc.onDone { [done] event, _, outcome in done.append("\(event.number) \(outcome)") }
            bloc.onLateEmit { [late] in late.append(Int($1.sequence)) }
            bloc.onClose { [closes] in closes.append($0) }
        }
        for (route, registration) in setup.registrations.enumerated() {
            let takes: @Sendable (ModelEvent) -> Bool = { $0.script.route == route }
            let policy = registration.policy?.policy ?? .each { setup.choices[$0.script.choice].policy }
            if registration.isAsync {
                bloc.on(lane: registration.lane, policy: policy, where: takes) { [handlers] event, emit in
                    let handler = CommandedHandler()
                    handlers.change { $0[event.number] = handler }
                    defer { handlers.change { $0[event.number] = nil } }
                    try await handler.run(isStubborn: event.script.isStubborn, emit)
                }
            } else {
                bloc.on(lane: registration.lane, policy: policy, where: takes) { [self] event, emit in
                    emit(event.number)
                    if let lane = event.script.cancelledLane { emit.cancel(lane: lane) }
                    for added in event.script.added { add(added) { emit.add($0) } }
                    if event.script.fails { throw Broken() }
                }
            }
        }
    }
}

/// One run of a bloc beside its model.
private struct RandomBlocRun {
    private var random: SplitMix64
    private var model: BlocModel
    private let bloc: ModelBloc
    private let clock = ManualClock()
    private let record = ModelRecord()
    private let token: BlocSubscription

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        let setup = ModelSetup(&random)
        model = BlocModel(setup: setup)
        let (clock, record) = (clock, record)
        bloc = BlocContext.with {
            $0.executor = record.executor
        } _: {
            ModelBloc(0) { bloc in
                bloc.clock = BlocClock(clock)
                bloc.gracePeriod = .seconds(100_000)
                bloc.mailboxLimit = setup.limit
                record.register(setup, in: &bloc)
            }
        }
        token = bloc.observe { [observed = record.observed] in observed.append($0) }
    }

    // MARK: Acting

    /// Performs a random action on the bloc and the model.
    mutating func act() -> String {
        let kind = Int.random(in: 0..<100, using: &random)
        let begun = model.handlers.randomElement(using: &random)
        switch (kind, begun) {
        case (40..<54, let number?):
            // Few states, so that some are equal to the current one.
            let state = -Int.random(in: 0..<4, using: &random)
            model.emit(state, by: number)
            return send(.act { $0(state) }, "emit(\(state))", to: number)
        case (54..<72, let number?):
            model.end(number, .handled)
            return send(.end, "end", to: number)
        case (72..<76, let number?):
            model.end(number, .failed(Broken()))
            return send(.fail, "failure", to: number)
        case (76..<80, let number?):
            let script = script()
            model.add(script, isOwn: true)
            let record = record
            return send(.act { emit in record.add(script) { emit.add($0) } }, "add(\(script))", to: number)
        case (80..<82, let number?):
            let lane = lane()
            model.cancel(lane: lane, by: number)
            return send(.act { $0.cancel(lane: lane) }, "cancel(lane: \(lane))", to: number)
        case (82..<90, _) where model.count > 0:
            let number = Int.random(in: 1...model.count, using: &random)
            model.cancelReceipt(of: number)
            record.receipts.value[number]?.cancel()
            return settled("cancel(\(number))")
        case (90..<97, _):
            let time = Duration.milliseconds(Int.random(in: 1...900, using: &random))
            model.advance(by: time)
            clock.advance(by: time)
            return settled("advance(by: \(time))")
        // Closing is for the later part of a run.
        case (97..., _) where model.count > 40:
            return close([.drain, .deadline(.seconds(1)), .cancel].randomElement(using: &random) ?? .cancel)
        default:
            let script = script()
            model.add(script)
            record.add(script) { [bloc] in bloc.add($0) }
            return settled("add(\(script))")
        }
    }

    private mutating func script(isFirst: Bool = true) -> ModelEvent.Script {
        var script = ModelEvent.Script(
            route: Int.random(in: 0..<13, using: &random) / 2,
            choice: Int.random(in: 0..<4, using: &random),
            isStubborn: Int.random(in: 0..<4, using: &random) == 0,
            fails: Int.random(in: 0..<8, using: &random) == 0
        )
        if Int.random(in: 0..<4, using: &random) == 0 { script.cancelledLane = lane() }
        if isFirst, Int.random(in: 0..<4, using: &random) == 0 {
            script.added = [self.script(isFirst: false), self.script(isFirst: false)]
        }
        return script
    }

    private mutating func lane() -> Lane { ModelSetup.lanes[Int.random(in: 0..<4, using: &random)] }

    private mutating func close(_ mode: CloseMode) -> String {
        model.close(mode)
        Task(executorPreference: record.executor) { [bloc] in await bloc.close(mode) }
        return settled("close(\(mode))")
    }

    private mutating func send(_ command: CommandedHandler.Command, _ name: String, to number: Int) -> String {
        record.handlers.value[number]?.send(command)
        return settled("\(name) by \(number)")
    }

    private mutating func settled(_ name: String) -> String {
        record.executor.run()
        model.beginHandlers()
        return name
    }

    /// Ends all handlers.
    mutating func end() {
        _ = close(.drain)
        while let number = model.handlers.first {
            model.end(number, .handled)
            _ = send(.end, "end", to: number)
        }
    }

    // MARK: Comparing

    /// A difference between the bloc and its model.
    func difference() -> String? {
        if bloc.state != model.state { return "the state is \(bloc.state), not \(model.state)" }
        if bloc.isClosed == model.isOpen { return "isClosed is \(bloc.isClosed)" }
        let begun = record.handlers.value.keys.sorted()
        if begun != model.handlers { return "the handlers \(begun) run, not \(model.handlers)" }
        let outcomes = record.outcomes.value
        if outcomes != model.outcomes {
            let numbers = Set(outcomes.keys).union(model.outcomes.keys).sorted()
            let lines = numbers.compactMap { number -> String? in
                let (left, right) = (outcomes[number], model.outcomes[number])
                return left == right ? nil : "\(number) is \(left ?? "pending"), not \(right ?? "pending")"
            }
            return lines.joined(separator: "; ")
        }
        if model.isOver, !clock.deadlines.isEmpty { return "sleepers are left: \(clock.deadlines)" }
        let closes = record.closes.entries
        let expected = model.isOver && model.setup.isHooked ? [true] : []
        return closes == expected ? nil : "onClose was called with \(closes)"
    }

    /// A difference between the bloc and its model after the end.
    func differenceAtEnd() -> String? {
        let (observed, late, done) = (record.observed.entries, record.late.entries, record.done.entries)
        if observed != model.states { return "observed \(observed), not \(model.states)" }
        if !late.isEmpty { return "late emits \(late) of handlers that had not ended" }
        // Events that were not accepted have no onDone.
        let accepted = done.compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
        if Set(accepted).count != accepted.count { return "onDone was called more than once" }
        for line in done {
            let words = line.split(separator: " ", maxSplits: 1)
            if let number = Int(words[0]), model.outcomes[number] != String(words[1]) { return "onDone said \(line)" }
        }
        return nil
    }
}
