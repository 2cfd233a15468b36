public import Bloc
import Primitives

/// The result of adding an event to a bloc.
public struct ReplayStep: Hashable, Sendable {
    /// The outcome of the event, such as `handled` or `failed(TimedOut)`.
    public let outcome: String
    /// The resulting states, as JSON with sorted keys.
    public let states: [String]
}

/// Adds events, given as JSON, to a new bloc one after another, and waits for the consequences of each.
///
/// The tests that ``Recording/test(of:in:module:creating:create:)`` generates call this. It closes the bloc at the end.
///
/// - Throws: Any error from `create`, from decoding an event or from encoding a state.
public func replaySteps<B: Bloc>(
    _ events: [String],
    on create: () throws -> B
) async throws -> [ReplayStep] where B.Event: Decodable, B.State: Encodable {
    let replayer = try BlocReplayer(create)
    var steps: [ReplayStep] = []
    for event in events {
        let event = try JSONDecoder().decode(B.Event.self, from: Data(event.utf8))
        let (outcome, transitions) = await replayer.run(event)
        let states = try transitions.map { try ShownValue.text($0.state) }
        steps.append(ReplayStep(outcome: "\(outcome)", states: states))
    }
    await replayer.close()
    return steps
}

extension Recording {
    /// Generates a Swift Testing test from the recording of a bloc.
    ///
    /// The test adds recorded events to a new bloc and expects their result. The events are first reduced to the fewest that
    /// still produce that result: the first state that differs from the recording, otherwise the last error, otherwise the last
    /// state. In case of a difference the test expects the recorded state, so it fails until the bloc behaves as recorded.
    ///
    /// let source = try await recording.test(of: "cart", in: "run.jsonl", module: "Shop", creating: "CartBloc()") { CartBloc() }
    ///
    /// - Parameters:
    ///   - bloc: The name of the bloc in the recording.
    ///   - file: The name of the recording, used in the name of the test.
    ///   - module: The module of the bloc, which the test imports; `nil` if the test is in the same module.
    ///   - expression: The Swift expression that creates the bloc in the test.
    ///   - create: Creates the bloc, which must not be used elsewhere.
    /// - Returns: The source of the test, ending with a newline.
    /// - Throws: ``RecordingError`` if the recording has no events of the bloc with their values, or an event is
    ///   unknown; any error from `create`.
    public func test<B: Bloc>(
        of bloc: String,
        in file: String,
        module: String?,
        creating expression: String,
        create: @escaping @Sendable () throws -> B
    ) async throws -> String where B.Event: Decodable, B.State: Encodable {
        try await test(of: bloc, in: file, module: module) {
            try await replaySteps($0, on: create)
        } call: {
            "replaySteps(\($0)) { \(expression) }"
        }
    }

    /// Generates such a test, with `run` to add events to a new bloc, and `call` to turn the expression of the events into
    /// the one that runs them in the test.
    package func test(
        of bloc: String,
        in file: String,
        module: String?,
        run: ([String]) async throws -> [ReplayStep],
        call: (String) -> String
    ) async throws -> String {
        let lines = lines.filter { $0.bloc == bloc }
        let own = Set(lines.map(\.sequence))
        let outside = lines.filter { $0.event != .null && !($0.cause.map(own.contains) ?? false) }
        guard !outside.isEmpty else { throw RecordingError(reason: "it has no events of the bloc “\(bloc)”") }
        if let line = lines.first(where: { !$0.isReplayable }) {
            throw RecordingError(reason: "transition \(line.sequence) has no values; record them too")
        }
        let all = try outside.map { try ShownValue.text($0.event) }
        let whole: [ReplayStep]
        do {
            whole = try await run(all)
        } catch is DecodingError {
            throw RecordingError(reason: "“\(bloc)” doesn't know one of the events; use the version that recorded it")
        }
        let recorded = try lines.compactMap { try $0.state.map { try ShownValue.text($0) } }
        let target = RecordingTarget(of: whole, recorded)
        let events = try await target.reduced(Array(all.prefix(target.length)), run: run)
        var source = ["import BlocInspector", "import Testing", ""]
        if let module { source += ["@testable import \(module)", ""] }
        source.append("/// \(events.count) of \(all.count) recorded events still lead to \(target.name).")
        let name = "\(bloc) repeats what \(file) has".filter { $0 != "`" && !$0.isNewline }
        source.append("@Test func `\(name)`() async throws {")
        source.append("    let events = [")
        source += events.map { "        \($0.literal)," }
        source += ["    ]", "    let steps = try await \(call("events"))"]
        source += target.expectation(try await run(events)).map { "    " + $0 }
        return source.joined(separator: "\n") + "\n}\n"
    }
}

/// The result that the events of a test must produce.
private struct RecordingTarget {
    let name: String
    /// The number of events that are needed.
    let length: Int
    let isReached: ([ReplayStep]) -> Bool
    /// Creates the expectation for the steps of the test's events.
    let expectation: ([ReplayStep]) -> [String]

    /// The maximum number of replays while reducing the events.
    private static let mostReplays = 500

    /// Targets the first difference between the replayed steps and the recorded states, otherwise the last error or state.
    init(of steps: [ReplayStep], _ recorded: [String]) {
        func last(_ steps: [ReplayStep]) -> String? { steps.flatMap(\.states).last }
        let states = steps.enumerated().flatMap { index, step in step.states.map { (text: $0, length: index + 1) } }
        let same = zip(states, recorded).prefix { $0.text == $1 }.count
        if same < max(states.count, recorded.count) {
            let replayed = same < states.count ? states[same].text : last(steps)
            let expected = same < recorded.count ? recorded[same] : recorded.last
            name = "a state that differs from the recorded one, which this expects"
            length = same < states.count ? states[same].length : steps.count
            isReached = { last($0) == replayed }
            expectation = { _ in ["#expect(steps.flatMap(\\.states).last == \(expected?.literal ?? "nil"))"] }
        } else if let failed = steps.lastIndex(where: { $0.outcome.hasPrefix("failed") }) {
            let outcome = steps[failed].outcome
            (name, length) = ("this error", failed + 1)
            isReached = { $0.last?.outcome == outcome }
            expectation = { _ in ["#expect(steps.last?.outcome == \(outcome.literal))"] }
        } else {
            (name, length) = ("this state", steps.count)
            isReached = { last($0) == states.last?.text }
            expectation = { steps in
                let states = steps.flatMap(\.states).map { "        \($0.literal)," }
                return ["#expect(", "    steps.flatMap(\\.states) == ["] + states + ["    ]", ")"]
            }
        }
    }

    /// Removes smaller and smaller parts of the events, as long as the rest still reaches the target.
    func reduced(_ events: [String], run: ([String]) async throws -> [ReplayStep]) async throws -> [String] {
        var events = events
        var replays = 0
        var size = events.count / 2
        while size > 0, replays < Self.mostReplays {
            var start = 0
            while start < events.count, replays < Self.mostReplays {
                var fewer = events
                fewer.removeSubrange(start..<min(start + size, events.count))
                replays += 1
                if !fewer.isEmpty, isReached(try await run(fewer)) { events = fewer } else { start += size }
            }
            size /= 2
        }
        return events
    }
}

extension String {
    /// The text as a Swift literal, with as many number signs as necessary.
    fileprivate var literal: String {
        var signs = "#"
        while contains("\"" + signs) || contains("\\" + signs) { signs += "#" }
        return signs + "\"" + replacing("\n", with: "\\" + signs + "n") + "\"" + signs
    }
}
