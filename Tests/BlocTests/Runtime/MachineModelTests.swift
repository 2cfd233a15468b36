import BlocTesting
import TestWatch
import Testing

@testable import Bloc

/// Random inputs, after each of which the machine must agree with its model.
///
/// A failing sequence of inputs is shortened before it is reported. `BLOC_SEED=17 swift test --filter MachineModelTests` repeats
/// a run.
@Suite(.watched) struct MachineModelTests {
    @Test("a machine behaves as its model under random inputs", arguments: SplitMix64.seeds(100, new: 50))
    func model(seed: UInt64) {
        let setup = MachineSetup(seed: seed)
        var random = SplitMix64(seed: ~seed)
        let inputs = MachineInput.sequence(of: 200, &random)
        guard let failure = MachineRun.failure(setup, inputs) else { return }
        let short = Self.shortened(Array(inputs.prefix(failure.step)), setup)
        let trace = short.map { "    \($0)" }.joined(separator: "\n")
        let text = MachineRun.failure(setup, short)?.text ?? failure.text
        Issue.record("BLOC_SEED=\(seed), \(short.count) inputs:\n\(trace)\n-> \(text)")
    }

    /// Removes inputs, long chunks first, as long as the run still fails.
    private static func shortened(_ failing: [MachineInput], _ setup: MachineSetup) -> [MachineInput] {
        var inputs = failing
        var size = max(1, inputs.count / 2)
        while size > 0 {
            var start = 0
            while start < inputs.count {
                var fewer = inputs
                fewer.removeSubrange(start..<min(start + size, inputs.count))
                if let failure = MachineRun.failure(setup, fewer) {
                    inputs = Array(fewer.prefix(failure.step))
                } else {
                    start += size
                }
            }
            size /= 2
        }
        return inputs
    }
}

/// The registrations of a run, with the routes that the machine knows them by.
private struct MachineSetup {
    let base: ModelSetup
    let routes: [Route]
    let works: [(path: MachineModel.Path, route: Route)]

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        base = ModelSetup(&random)
        let name = RegistrationName(takes: Int.self, file: #fileID, line: #line)
        let concurrent = Policy(BuiltInRule.concurrent)
        routes = base.registrations.enumerated().map { index, registration in
            Route(
                name: name,
                lane: LaneKey(registration.lane, of: index),
                isBackground: registration.lane?.isBackground ?? false,
                policy: registration.policy?.machinePolicy ?? concurrent,
                isAsync: registration.isAsync,
                choosesPolicy: registration.policy == nil
            )
        }
        works = [false, true].map { isBackground in
            let path = MachineModel.Path(
                route: -1,
                rule: .concurrent,
                arrival: .immediate,
                lane: .route(-1),
                isAsync: true,
                isBackground: isBackground
            )
            return (
                path, Route(name: name, lane: path.lane, isBackground: isBackground, policy: concurrent, isAsync: true)
            )
        }
    }
}

/// One call or a few that the runtime makes as one.
///
/// `pick` chooses among what there is at that moment, so that an input keeps a meaning when others before it are removed.
enum MachineInput {
    enum Entry { case beginCalmly, begin, enqueue }

    enum Origin { case outside, otherBloc, sameBloc }

    case add(route: Int, choice: Int, Origin, Entry)
    /// Takes the role of draining if it is free, then the next step, and perhaps keeps the task that the step leads to.
    case step(keepsTask: Bool)
    case keepTask(pick: Int)
    /// Takes what is to be reported.
    case report
    case endSync(Outcome, atOnce: Bool)
    case endAsync(pick: Int, Outcome)
    case timer(pick: Int)
    case wait(milliseconds: Int)
    case cancel(pick: Int, isOwnDoing: Bool)
    case cancelLane(pick: Int, except: Int?)
    case work(isBackground: Bool)
    case acceptCaused
    case close(CloseMode, byOwner: Bool)
    case background
    /// The grace period is over.
    case grace
    case end

    static func sequence(of count: Int, _ random: inout SplitMix64) -> [MachineInput] {
        // In some runs many events wait for one thread, which then leaves the rest to a task.
        let isFlooded = Int.random(in: 0..<12, using: &random) == 0
        // Some runs never close.
        let closing = Int.random(in: count / 3...count * 3 / 2, using: &random)
        return (0..<count).map { index in
            if isFlooded, index < 90 { return addition(.enqueue, &random) }
            if index >= closing, Int.random(in: 0..<8, using: &random) == 0 { return closingInput(&random) }
            return isFlooded ? drainingInput(&random) : input(&random)
        }
    }

    private static func drainingInput(_ random: inout SplitMix64) -> MachineInput {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: input(&random)
        case 1..<4: .endSync(.handled, atOnce: false)
        case 4: .report
        default: .step(keepsTask: true)
        }
    }

    private static func input(_ random: inout SplitMix64) -> MachineInput {
        let pick = Int.random(in: 0..<1_000, using: &random)
        return switch Int.random(in: 0..<100, using: &random) {
        case 0..<30: addition(nil, &random)
        case 30..<58: .step(keepsTask: pick % 5 > 0)
        case 58..<66: .report
        case 66..<74: .endSync(ending(&random), atOnce: pick % 2 == 0)
        case 74..<84: .endAsync(pick: pick, ending(&random))
        case 84..<86: .timer(pick: pick)
        case 86..<88: .wait(milliseconds: pick)
        case 88..<92: .cancel(pick: pick, isOwnDoing: Bool.random(using: &random))
        case 92..<95: .cancelLane(pick: pick, except: pick % 3 == 0 ? nil : pick / 3)
        case 95..<97: .keepTask(pick: pick)
        case 97..<98: .acceptCaused
        default: .work(isBackground: pick % 2 == 0)
        }
    }

    private static func addition(_ entry: Entry?, _ random: inout SplitMix64) -> MachineInput {
        let entries: [Entry] = [.beginCalmly, .beginCalmly, .begin, .enqueue]
        let origins: [Origin] = [.outside, .outside, .otherBloc, .sameBloc]
        return .add(
            route: Int.random(in: 0..<13, using: &random),
            choice: Int.random(in: 0..<4, using: &random),
            origins.randomElement(using: &random) ?? .outside,
            entry ?? entries.randomElement(using: &random) ?? .begin
        )
    }

    private static func closingInput(_ random: inout SplitMix64) -> MachineInput {
        let byOwner = Bool.random(using: &random)
        return switch Int.random(in: 0..<12, using: &random) {
        case 0..<3: .close(.drain, byOwner: byOwner)
        case 3..<6: .close(.deadline(.seconds(1)), byOwner: byOwner)
        case 6..<8: .close(.cancel, byOwner: byOwner)
        case 8..<10: .background
        case 10: .grace
        default: .end
        }
    }

    private static func ending(_ random: inout SplitMix64) -> Outcome {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: .failed(BlocError(.droppedEvent, ""))
        case 1..<3: .failed(CancellationError())
        default: .handled
        }
    }
}

/// A machine beside its model.
private struct MachineRun {
    struct Failure {
        /// The number of inputs up to the failure.
        let step: Int
        let text: String
    }

    private final class Owner: JobOwner {
        func cancel(_ job: Job) {}
    }

    private final class NumberedJob: Job, @unchecked Sendable {
        /// The event of the model.
        var event = 0
    }

    private static let task = Task<Void, Never> {}
    private static let bloc = BlocID(type: Machine.self, name: nil)

    private let setup: MachineSetup
    private let owner = Owner()
    private var machine: Machine
    private var model: MachineModel
    /// The job of each event of the model; `nil` once it serves another event.
    private var jobs: [NumberedJob?] = []
    private var spare: NumberedJob?
    /// The event whose synchronous handler the draining thread runs.
    private var current: Int?
    /// Whether that began within `begin`.
    private var hasBegunAtOnce = false
    /// The async handlers that have not returned.
    private var handlers: [Int] = []
    private var timers: [Int] = []
    private var unkept: [(event: Int, phase: Job.Phase)] = []
    private var now = Duration.zero
    /// The events whose outcome is known.
    private var resolved: [Bool] = []
    /// The events whose phases may change.
    private var watched: [Int] = []
    /// The first difference or broken promise.
    private var problem: String?

    private init(_ setup: MachineSetup) {
        self.setup = setup
        machine = Machine(limit: setup.base.limit)
        model = MachineModel(limit: setup.base.limit)
    }

    /// Performs the inputs, then ends everything; returns the first difference.
    static func failure(_ setup: MachineSetup, _ inputs: [MachineInput]) -> Failure? {
        var run = MachineRun(setup)
        for (index, input) in inputs.enumerated() {
            run.perform(input)
            if let text = run.difference() { return Failure(step: index + 1, text: text) }
        }
        return run.end().map { Failure(step: inputs.count, text: "at the end: \($0)") }
    }

    // MARK: Performing

    private mutating func perform(_ input: MachineInput) {
        switch input {
        case .add(let route, let choice, let origin, let entry): add(route, choice, origin, entry)
        case .step(let keepsTask): step(keepsTask: keepsTask)
        case .keepTask(let pick): keepTask(at: Self.picked(pick, unkept))
        case .report: report()
        case .endSync(let end, let atOnce): endSync(end, atOnce: atOnce)
        case .endAsync(let pick, let end): endAsync(pick, end)
        case .timer(let pick): fireTimer(pick)
        case .wait(let milliseconds): now += .milliseconds(milliseconds)
        case .cancel(let pick, let isOwnDoing):
            guard let event = cancellable(pick), let job = jobs[event] else { return }
            machine.cancel(job, isOwnDoing: isOwnDoing)
            model.cancel(event, isOwnDoing: isOwnDoing)
        case .cancelLane(let pick, let except): cancelLane(pick, except)
        case .work(let isBackground):
            let work = setup.works[isBackground ? 1 : 0]
            startWork(work.path, work.route)
        case .acceptCaused: (machine.acceptsOthers, model.acceptsOthers) = (true, true)
        case .close(let mode, let byOwner):
            expectEqual(machine.close(mode, byOwner: byOwner), model.close(mode, byOwner: byOwner), "deadline")
        case .background: expectEqual(machine.cancelsBackground(), model.cancelsBackground(), "cancelsBackground")
        case .grace: passGrace()
        case .end:
            if model.isQuiet(except: []) { expectEqual(machine.ends(), model.ends(), "ends") }
        }
    }

    private mutating func add(_ route: Int, _ choice: Int, _ origin: MachineInput.Origin, _ entry: MachineInput.Entry) {
        let registration = route < setup.routes.count * 2 ? route % setup.routes.count : nil
        let path = registration.flatMap { setup.base.path(route: $0, choice: choice) }
        let chosen = registration.flatMap { setup.base.registrations[$0].policy == nil ? choice : nil }
        let job = spare.take() ?? NumberedJob(owner: owner)
        number(job)
        let cause = EventReference(bloc: Self.bloc, sequence: 1)
        job.origin = origin == .outside ? nil : .handler(cause: cause, isOwn: origin == .sameBloc)
        var begin: Machine.Begin?
        job.addedAt = now
        job.assign(
            to: registration.map { .passUnretained(setup.routes[$0]) },
            chosen: chosen.map { setup.base.choices[$0].machinePolicy }
        )
        let isAccepted = machine.accepts(job)
        if isAccepted {
            if let path { expectEqual(job.lane, path.lane, "lane of event \(job.event)") }
            if entry == .enqueue {
                machine.enqueue(job)
            } else {
                begin = machine.begin(job, isCalm: entry == .beginCalmly)
            }
        }
        let event = MachineModel.Event(path: path, isOwn: job.isOwn, isCaused: job.cause != nil, addedAt: now)
        expectEqual(begin, model.add(event, entry), "begin")
        if begin == .run {
            current = jobs.count - 1
            hasBegunAtOnce = true
        }
    }

    private mutating func number(_ job: NumberedJob) {
        job.event = jobs.count
        watched.append(jobs.count)
        jobs.append(job)
        resolved.append(false)
    }

    private mutating func step(keepsTask: Bool) {
        guard current == nil else { return }
        if !model.isDraining { expectEqual(machine.takesRole(), model.takesRole(), "takesRole") }
        guard model.isDraining else { return }
        let step = machine.next()
        let expected = model.next()
        switch (step, expected) {
        case (.run(let job), .run(let event)) where job === jobs[event]:
            current = event
            hasBegunAtOnce = false
        case (.launch(let job), .launch(let event)) where job === jobs[event]:
            handlers.append(event)
            unkept.append((event, .running))
            if keepsTask { keepTask(at: unkept.count - 1) }
        case (.debounce(let job, let interval), .debounce(let event, let other))
        where job === jobs[event] && interval == other:
            timers.append(event)
            unkept.append((event, .debounced))
            if keepsTask { keepTask(at: unkept.count - 1) }
        case (.report, .report), (.handOver, .handOver), (.rest, .rest):
            return
        default:
            return fail("next() returned \(step), not \(expected)")
        }
        if machine.phase == .cancelling || machine.phase == .closed {
            fail("\(step) after the machine was cancelled")
        }
    }

    private mutating func keepTask(at index: Int?) {
        guard let index else { return }
        let (event, phase) = unkept.remove(at: index)
        guard let job = jobs[event] else { return }
        machine.keep(Self.task, of: job, in: phase)
        model.keepTask(of: event, in: phase)
    }

    private mutating func report() {
        for ended in machine.takeEnded() { resolve(event(of: ended.job)) }
        _ = model.takeEnded()
    }

    private mutating func endSync(_ outcome: Outcome, atOnce: Bool) {
        guard let event = current, let job = jobs[event] else { return }
        current = nil
        if atOnce, hasBegunAtOnce, outcome.isHandled {
            let isOver = machine.endsAtOnce(job)
            expectEqual(isOver, model.endsAtOnce(event), "endsAtOnce")
            if isOver {
                resolve(event)
                jobs[event] = nil
                spare = job
                return
            }
        }
        endHandler(event, job, outcome)
    }

    private mutating func endAsync(_ pick: Int, _ outcome: Outcome) {
        guard let index = Self.picked(pick, handlers) else { return }
        let event = handlers.remove(at: index)
        if let job = jobs[event] { endHandler(event, job, outcome) }
    }

    private mutating func endHandler(_ event: Int, _ job: NumberedJob, _ outcome: Outcome) {
        let result = machine.handlerEnded(job, outcome).map { "\($0)" }
        expectEqual(result, model.handlerEnded(event, outcome).map { "\($0)" }, "outcome of event \(event)")
        if result != nil { resolve(event) }
    }

    private mutating func fireTimer(_ pick: Int) {
        guard let index = Self.picked(pick, timers) else { return }
        let event = timers.remove(at: index)
        guard let job = jobs[event] else { return }
        machine.debouncePassed(job, isTimerOver: true)
        model.debouncePassed(event)
    }

    private mutating func cancelLane(_ pick: Int, _ except: Int?) {
        guard let lane = Self.picked(pick, model.events).flatMap({ model.events[$0].path?.lane }) else { return }
        let running = model.alive.filter { model.events[$0].phase == .running }
        let event = except.flatMap { Self.picked($0, running) }.map { running[$0] }
        machine.cancel(lane: lane, except: event.map { model.events[$0].ticket } ?? 0)
        model.cancel(lane: lane, except: event)
    }

    private mutating func startWork(_ path: MachineModel.Path, _ route: Route) {
        let event = jobs.count
        let job = NumberedJob(owner: owner)
        number(job)
        job.assign(to: .passUnretained(route))
        let isStarted = machine.startedWork(job)
        resolved[event] = !isStarted
        expectEqual(isStarted, model.startedWork(path), "startedWork")
        guard isStarted else { return }
        handlers.append(event)
        unkept.append((event, .running))
        keepTask(at: unkept.count - 1)
    }

    private mutating func passGrace() {
        guard model.phase == .cancelling else { return }
        let stuck = machine.takeStuck().map { event(of: $0) }
        for event in stuck { resolve(event) }
        expectEqual(stuck.sorted(), model.takeStuck(), "takeStuck")
        expectEqual(machine.ends(), model.ends(), "ends")
    }

    /// Closes and ends all handlers; returns the first difference.
    private mutating func end() -> String? {
        perform(.close(.drain, byOwner: true))
        var steps = 0
        repeat {
            if let text = difference() { return text }
            steps += 1
            if steps > 2_000 { return "the machine never rests" }
            if current != nil {
                perform(.endSync(.handled, atOnce: false))
            } else if model.isDraining || !model.queue.isEmpty {
                perform(.step(keepsTask: true))
            } else if !handlers.isEmpty {
                perform(.endAsync(pick: 0, .handled))
            } else {
                perform(.end)
            }
        } while model.phase != .closed || model.isDraining || !handlers.isEmpty
        perform(.report)
        watched = Array(jobs.indices)
        return difference() ?? resolved.firstIndex(of: false).map { "event \($0) never ended" }
    }

    // MARK: Choosing

    /// The index of one of the values.
    private static func picked(_ pick: Int, _ values: [some Any]) -> Int? {
        values.isEmpty ? nil : pick % values.count
    }

    /// An event to be cancelled, which sometimes has ended.
    private func cancellable(_ pick: Int) -> Int? {
        if pick % 5 == 0 { return Self.picked(pick, model.events) }
        return Self.picked(pick, model.alive).map { model.alive[$0] }
    }

    private func event(of job: Job) -> Int { (job as? NumberedJob)?.event ?? -1 }

    // MARK: Comparing

    private mutating func resolve(_ event: Int) {
        if resolved[event] { fail("event \(event) ended twice") }
        resolved[event] = true
    }

    private mutating func fail(_ text: String) {
        if problem == nil { problem = text }
    }

    private mutating func expectEqual<Value: Equatable>(
        _ value: Value,
        _ expected: Value,
        _ name: @autoclosure () -> String
    ) {
        if value != expected { fail("\(name()) is \(value), not \(expected)") }
    }

    /// A difference between the machine and its model.
    private mutating func difference() -> String? {
        expectEqual(machine.phase, model.phase, "phase")
        expectEqual(machine.isClosedByOwner, model.isClosedByOwner, "isClosedByOwner")
        expectEqual(machine.isDraining, model.isDraining, "isDraining")
        expectEqual(machine.unstartedCount, model.unstarted.count, "unstartedCount")
        expectEqual(machine.handlersInFlight, model.handlers.count, "handlersInFlight")
        expectEqual(Int(machine.handledCount), model.handledCount, "handledCount")
        expectEqual(Int(machine.droppedCount), model.droppedCount, "droppedCount")
        expectEqual(Int(machine.cutOffCount), model.cutOffCount, "cutOffCount")
        expectEqual(machine.cancelled.count, model.takeCancelledTasks(), "the number of cancelled tasks")
        machine.cancelled = []
        expectEqual(machine.queue.all.map { event(of: $0) }, model.queue, "queue")
        let ended = machine.ended.map { ended in
            MachineModel.Ended(event: event(of: ended.job), outcome: "\(ended.outcome)", wasAccepted: ended.wasAccepted)
        }
        expectEqual(ended, model.ended, "ended")
        compareEvents()
        compareQuiet()
        return problem
    }

    private mutating func compareEvents() {
        var exclusive: [LaneKey] = []
        for event in watched {
            guard let job = jobs[event] else { continue }
            let expected = model.events[event]
            if job.phase != expected.phase { fail("event \(event) is \(job.phase), not \(expected.phase)") }
            guard expected.isStarted || job.phase == .running else { continue }
            expectEqual(machine.isActive(job.ticket), expected.phase == .running, "isActive of event \(event)")
            if machine.job(job.ticket) !== job { fail("event \(event) is not known by its number") }
            // Only async handlers run while the machine is asked about them.
            if expected.path?.isAsync == true, !machine.isInFlight(job.ticket) {
                fail("event \(event) isn't in flight")
            }
            guard job.phase == .running, let path = expected.path, path.rule.isExclusive else { continue }
            if exclusive.contains(path.lane) { fail("event \(event) runs beside another in \(path.lane)") }
            exclusive.append(path.lane)
        }
        watched.removeAll { model.events[$0].phase == .ended }
    }

    private mutating func compareQuiet() {
        let tickets = Set(model.inFlight.map { model.events[$0].ticket })
        for except in [[], tickets] where machine.isQuiet(except: except) != model.isQuiet(except: except) {
            fail("isQuiet(except: \(except.sorted())) is \(machine.isQuiet(except: except))")
        }
    }
}
