public import Bloc
import Primitives

/// An event that was added to a bloc, with what it led to.
public struct ReplayStep: Hashable, Sendable {
    /// How the event ended, such as `handled` or `failed(TimedOut)`.
    public let outcome: String
    /// The states that it led to, as JSON with sorted keys.
    public let states: [String]
}

/// Adds events to a new bloc, one after the other, and waits for what each of them leads to.
///
/// The test that ``Recording/test(of:in:module:creating:create:)`` writes calls this.
///
/// - Parameters:
///   - events: The events as JSON.
///   - create: Creates the bloc, which is closed at the end.
/// - Returns: A step for each event.
/// - Throws: The error of `create`, of an event that cannot be decoded or of a state that cannot be encoded.
public func replaySteps<B: Bloc>(
    _ events: [String],
    on create: () throws -> B
) async throws -> [ReplayStep] where B.Event: Decodable, B.State: Encodable {
    let replayer = try BlocReplayer(create)
    var steps: [ReplayStep] = []
    for event in events {
        let event = try JSONDecoder().decode(B.Event.self, from: Data(event.utf8))
        let (outcome, transitions) = await replayer.run(event)
        let states = try transitions.map {
            String(decoding: try ShownValue.encoder.encode($0.state), as: UTF8.self)
        }
        steps.append(ReplayStep(outcome: "\(outcome)", states: states))
    }
    await replayer.close()
    return steps
}

extension Recording {
    /// Writes a test in Swift Testing of what a recorded bloc did.
    ///
    /// The test adds recorded events to a new bloc and expects what they led to. They are first reduced to the fewest that still
    /// lead there: to the first state that differs from the recording, otherwise to the last error, otherwise to the last state.
    /// For a difference the test expects the recorded state, so that it fails until the bloc does the same again.
    ///
    /// ```swift
    /// let source = try await recording.test(of: "cart", in: "run.jsonl", module: "Shop", creating: "CartBloc()") { CartBloc() }
    /// ```
    ///
    /// - Parameters:
    ///   - bloc: The name of the bloc in the recording.
    ///   - file: The name of the recording, for the name of the test.
    ///   - module: The module of the bloc, which the test imports; `nil` if the test stands in it.
    ///   - expression: The Swift expression that creates the bloc in the test.
    ///   - create: Creates the bloc, which must not be used elsewhere.
    /// - Returns: The source of the test, with a newline at its end.
    /// - Throws: ``RecordingError`` when the recording has no events of the bloc with their values, or an event is unknown; the error
    ///   of `create`.
    public func test<B: Bloc>(
        of bloc: String,
        in file: String,
        module: String?,
        creating expression: String,
        create: @escaping @Sendable () throws -> B
    ) async throws -> String where B.Event: Decodable, B.State: Encodable {
        let test = try await RecordingTest(self, bloc: bloc) { try await replaySteps($0, on: create) }
        return test.source(
            imports: ["BlocInspector", "Testing"],
            module: module,
            name: "\(bloc) repeats what \(file) has",
            call: { "replaySteps(\($0)) { \(expression) }" }
        )
    }
}

/// The events of a bloc in a recording, reduced to those that matter.
package struct RecordingTest: Sendable {
    /// What the events are to lead to.
    private enum Target: Equatable {
        /// The last state is this one; the recording has another, if there is one to expect.
        case difference(replayed: String?, recorded: String?)
        case outcome(String)
        case state(String?)
    }

    private let recordedCount: Int
    private let events: [String]
    private let steps: [ReplayStep]
    private let target: Target

    /// The most replays that reduce the events.
    private static let mostReplays = 500

    /// Reduces the events of a bloc.
    ///
    /// - Parameters:
    ///   - recording: The recording.
    ///   - bloc: The name of the bloc in it.
    ///   - run: Adds events to a new bloc.
    /// - Throws: ``RecordingError`` when there are no events with their values, or one is unknown; the error of `run`.
    package init(
        _ recording: Recording,
        bloc: String,
        run: ([String]) async throws -> [ReplayStep]
    ) async throws {
        let lines = recording.lines.filter { $0.bloc == bloc }
        let own = Set(lines.map(\.sequence))
        let outside = lines.filter { $0.event != .null && !($0.cause.map(own.contains) ?? false) }
        guard !outside.isEmpty else { throw RecordingError(reason: "it has no events of the bloc “\(bloc)”") }
        if let line = lines.first(where: { !$0.isReplayable }) {
            throw RecordingError(reason: "transition \(line.sequence) lacks values; record them, too")
        }
        let all = try outside.map { String(decoding: try ShownValue.encoder.encode($0.event), as: UTF8.self) }
        let whole: [ReplayStep]
        do {
            whole = try await run(all)
        } catch is DecodingError {
            throw RecordingError(reason: "“\(bloc)” does not know one of its events; use the version that recorded it")
        }
        let recorded = try lines.compactMap { line in
            try line.state.map { String(decoding: try ShownValue.encoder.encode($0), as: UTF8.self) }
        }
        let (target, length) = Self.target(whole, recorded)
        var kept = Array(all.prefix(length))
        // Removes ever smaller parts, as long as the rest still leads there.
        var replays = 0
        var size = kept.count / 2
        while size > 0, replays < Self.mostReplays {
            var start = 0
            while start < kept.count, replays < Self.mostReplays {
                var fewer = kept
                fewer.removeSubrange(start..<min(start + size, kept.count))
                replays += 1
                if !fewer.isEmpty, Self.leads(try await run(fewer), to: target) { kept = fewer } else { start += size }
            }
            size /= 2
        }
        recordedCount = all.count
        events = kept
        steps = try await run(kept)
        self.target = target
    }

    /// What the events lead to, and the number of them that it takes.
    private static func target(_ steps: [ReplayStep], _ recorded: [String]) -> (Target, Int) {
        var index = 0
        var last: String?
        for (number, step) in steps.enumerated() {
            for state in step.states {
                let expected = index < recorded.count ? recorded[index] : nil
                if state != expected { return (.difference(replayed: state, recorded: expected ?? last), number + 1) }
                last = state
                index += 1
            }
        }
        if index < recorded.count { return (.difference(replayed: last, recorded: recorded[index]), steps.count) }
        if let failed = steps.lastIndex(where: { $0.outcome.hasPrefix("failed") }) {
            return (.outcome(steps[failed].outcome), failed + 1)
        }
        return (.state(last), steps.count)
    }

    private static func leads(_ steps: [ReplayStep], to target: Target) -> Bool {
        let last = steps.flatMap(\.states).last
        return switch target {
        case .difference(let replayed, _): last == replayed
        case .outcome(let outcome): steps.last?.outcome == outcome
        case .state(let state): last == state
        }
    }

    /// The source of the test.
    ///
    /// - Parameters:
    ///   - imports: The modules that it imports.
    ///   - module: The module that it tests, if it is another one.
    ///   - name: The name of the test.
    ///   - call: Makes the expression that gives the steps, from that of the events.
    /// - Returns: The source, with a newline at its end.
    package func source(imports: [String], module: String?, name: String, call: (String) -> String) -> String {
        let (what, expectation): (String, [String])
        switch target {
        case .difference(_, let recorded):
            what = "still lead to a state that differs from the recorded one, which this expects"
            expectation = ["#expect(steps.flatMap(\\.states).last == \(recorded.map(Self.literal) ?? "nil"))"]
        case .outcome(let outcome):
            what = "still lead to this error"
            expectation = ["#expect(steps.last?.outcome == \(Self.literal(outcome)))"]
        case .state:
            what = "still lead to this state"
            let states = steps.flatMap(\.states).map { "        \(Self.literal($0))," }
            expectation = ["#expect(", "    steps.flatMap(\\.states) == ["] + states + ["    ]", ")"]
        }
        var lines = imports.sorted().map { "import \($0)" }
        lines += module.map { ["", "@testable import \($0)", ""] } ?? [""]
        lines.append("/// \(events.count) of \(recordedCount) recorded events \(what).")
        lines.append("@Test func `\(name.filter { $0 != "`" && !$0.isNewline })`() async throws {")
        lines.append("    let events = [")
        lines += events.map { "        \(Self.literal($0))," }
        lines += ["    ]", "    let steps = try await \(call("events"))"]
        lines += expectation.map { "    " + $0 }
        return lines.joined(separator: "\n") + "\n}\n"
    }

    /// A string literal of the text, with as many number signs as it needs.
    private static func literal(_ text: String) -> String {
        var signs = "#"
        while text.contains("\"" + signs) || text.contains("\\" + signs) { signs += "#" }
        return signs + "\"" + text.replacing("\n", with: "\\" + signs + "n") + "\"" + signs
    }
}
