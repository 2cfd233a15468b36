import Bloc
import Foundation
import Primitives
import TestWatch
import Testing

@testable import BlocInspector

@Suite(.watched) struct RecordingTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("run.jsonl") }

    /// Records a room that handles events.
    private func recordRoom(_ events: [RoomBloc.Event], values: Bool = true) async throws {
        try await record(path, values: values) { manager in
            let room = manager.bloc(for: BlocKey<RoomBloc>("room")) { RoomBloc() }
            for event in events { _ = await room.add(event).outcome }
        }
    }

    private func record(
        _ path: String,
        keeping size: RecordingSize = .megabytes(1),
        values: Bool = true,
        _ work: (BlocManager) async -> Void
    ) async throws {
        let recording = try BlocRecording(path, size, values, observing: .observer)
        let manager = BlocManager()
        await withBlocObserver(recording.observer) { await work(manager) }
        try await recording.stop()
        withExtendedLifetime(manager) {}
    }

    @Test func `a recording can be read, and a further run follows after a gap`() async throws {
        for _ in 0..<2 { try await recordRoom([.raised(by: 2), .broken]) }
        let recording = try Recording(contentsOf: path)
        #expect(recording.blocs == ["room"])
        #expect(recording.runs.count == 2)
        #expect(recording.lines.map(\.outcome) == [.handled, .failed, .handled, .failed])
        #expect(recording.lines[1].isEnd)
        #expect(recording.lines[0].event == .object(["raised": .object(["by": .integer(2)])]))
        let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(rights == 0o600)
    }

    @Test func `the file keeps the latest, and stays within its size`() async throws {
        try await record(path, keeping: .bytes(40_000)) { manager in
            let room = manager.bloc(for: BlocKey<ChildBloc>("child")) { ChildBloc() }
            for _ in 0..<900 { _ = await room.add(.raised(by: 1)).outcome }
        }
        let sizes = try [path, path + ".1"].map { try Data(contentsOf: URL(filePath: $0)).count }
        #expect(sizes.reduce(0, +) <= 40_000)
        let recording = try Recording(contentsOf: path)
        #expect(recording.lines.count > 50)
        #expect(recording.lines.last { $0.state != nil }?.state == .object(["count": .integer(900)]))
    }

    @Test func `what is written survives an end without a stop, and nothing is recorded after one`() async throws {
        let recording = try BlocRecording(path, .megabytes(1), true, observing: .observer)
        let child = withBlocObserver(recording.observer) { ChildBloc() }
        child.add(.raised(by: 1))
        // Without a stop, the lines come by themselves.
        while try Recording(contentsOf: path).lines.isEmpty { await Task.yield() }
        #expect(try Recording(contentsOf: path).lines.first?.state == .object(["count": .integer(1)]))
        try await recording.stop()
        child.add(.raised(by: 1))
        await child.close()
        await (recording.observer as? InspectorObserver)?.flush()
        #expect(try Recording(contentsOf: path).lines.compactMap(\.state) == [.object(["count": .integer(1)])])
    }

    @Test func `a line that a killed program began is left out, and the next run has a line of its own`() async throws {
        func run() async throws {
            try await record(path) { manager in
                let child = manager.bloc(for: BlocKey<ChildBloc>("child")) { ChildBloc() }
                for _ in 0..<2 { _ = await child.add(.raised(by: 1)).outcome }
            }
        }
        try await run()
        // An event whose end is written later than its state has two lines.
        let count = try Recording(contentsOf: path).lines.count
        let whole = try Data(contentsOf: URL(filePath: path))
        try whole.dropLast(20).write(to: URL(filePath: path))
        #expect(try Recording(contentsOf: path).lines.count == count - 1)
        try await run()
        let runs = try Recording(contentsOf: path).runs
        #expect(runs.map(\.count).first == count - 1 && runs.count == 2)
        #expect(runs.last?.last { $0.state != nil }?.state == .object(["count": .integer(2)]))
    }

    @Test func `a record that is too long for the file is a gap`() async throws {
        try await record(path, keeping: .bytes(8_000)) { manager in
            let room = manager.bloc(for: BlocKey<TextBloc>("text")) { TextBloc() }
            _ = await room.add(String(repeating: "x", count: 5_000)).outcome
            _ = await room.add("short").outcome
        }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains(#""kind":"gap""#) && text.contains(#""missing":1"#))
        #expect(try Recording(contentsOf: path).lines.last { $0.state != nil }?.state == .string("short"))
        #expect(text.utf8.count < 8_000)
    }

    @Test func `another file is refused and unchanged, and a full disk is said`() async throws {
        let path = folder.path("notes.txt")
        try Data("hello\n".utf8).write(to: URL(filePath: path))
        #expect(throws: RecordingError.self) { try RingFile(path: path, size: .megabytes(1)) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "hello\n")
        #expect(throws: RecordingError.self) { try RingFile(path: folder.path, size: .megabytes(1)) }
        await #expect(throws: RecordingError(reason: "No space left on device")) {
            try await record("/dev/full") { manager in
                let child = manager.bloc(for: BlocKey<ChildBloc>("child")) { ChildBloc() }
                _ = await child.add(.raised(by: 1)).outcome
            }
        }
    }

    @Test func `lines of the first recordings are read and shown with names`() throws {
        let line = #"{"sequence":1,"cause":null,"bloc":"list","event":{"started":{}},"state":{"phase":"busy","n":1}}"#
        let other = #"{"sequence":2,"cause":1,"bloc":"list","event":{"started":{}},"state":{"phase":"done","n":1}}"#
        let recording = try Recording(Data("\(line)\n\(other)\n".utf8))
        let shown = recording.shown(as: nil).map { String(decoding: $0, as: UTF8.self) }
        #expect(shown.count == 3)
        #expect(shown[0].contains(#""phase":"created""#))
        #expect(shown[2].contains(#""name":"started""#))
        #expect(shown[2].contains(#""changed":["phase"]"#))
        #expect(shown[2].contains(#""stateName":"done""#))
        for bad in ["x", "[]", "{}", #"{"sequence":1,"cause":null,"bloc":"a","event":1}"#, line + "\n" + line] {
            #expect(throws: RecordingError.self) { try Recording(Data(bad.utf8)) }
        }
        let later = #"{"v":1,"kind":"future","sequence":9}"#
        #expect(try Recording(Data("\(line)\n\(later)\n".utf8)).lines.count == 1)
    }

    @Test func `two recordings are compared at their first difference`() throws {
        func recording(_ states: [Int]) throws -> Recording {
            let lines = states.enumerated().map { index, state in
                #"{"sequence":\#(index + 1),"cause":null,"bloc":"a","event":1,"state":{"n":\#(state)}}"#
            }
            return try Recording(Data(lines.joined(separator: "\n").utf8))
        }
        #expect(try recording([1, 2]).firstDifference(from: recording([1, 2])) == nil)
        #expect(
            try recording([1, 2]).firstDifference(from: recording([1, 3])) == "transition 2 of a differs: state.n"
        )
        #expect(
            try recording([1]).firstDifference(from: recording([1, 3])) == "transition 2 of a is only in one recording"
        )
    }

    @Test func `a test is made of the fewest events that lead to the last error`() async throws {
        try await recordRoom((1...20).map(RoomBloc.Event.raised) + [.broken] + (1...5).map(RoomBloc.Event.raised))
        let source = try await test(path)
        #expect(source.contains("/// 1 of 26 recorded events still lead to this error."))
        #expect(source.contains(##"        #"{"broken":{}}"#,"##))
        #expect(source.contains(##"#expect(steps.last?.outcome == #"failed(Leaky)"#)"##))
        #expect(!source.contains("raised"))
    }

    @Test func `a test of a difference expects the recorded state`() async throws {
        try await recordRoom([1, 9, 2, 3].map { .raised(by: $0) })
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let changed = text.replacing(#""count":12"#, with: #""count":13"#)
        #expect(changed != text)
        try changed.write(toFile: path, atomically: true, encoding: .utf8)
        let source = try await test(path)
        #expect(source.contains("/// 3 of 4 recorded events still lead to a state that differs"))
        #expect(source.contains(#""count":13"#))
        #expect(!source.contains(#"{"raised":{"by":3}}"#))
    }

    @Test func `a test is the one in this target, which is compiled and run`() async throws {
        try await recordRoom([.broken, .raised(by: 1), .rang, .raised(by: 2)])
        // Without the error, so that the last state is the aim.
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        try lines.filter { !$0.contains("broken") }.joined(separator: "\n")
            .write(toFile: path, atomically: true, encoding: .utf8)
        let source = try await test(path)
        let file = root + "/Tests/BlocInspectorTests/GeneratedTests.swift"
        #expect(try source == String(contentsOfFile: file, encoding: .utf8))
    }

    @Test func `a recording without values or without the bloc makes no test`() async throws {
        try await recordRoom([.raised(by: 1)], values: false)
        let error = await #expect(throws: RecordingError.self) { try await test(path) }
        #expect(error?.reason == "transition 2 has no values; record them too")
        let other = await #expect(throws: RecordingError.self) { try await test(path, bloc: "other") }
        #expect(other?.reason == "it has no events of the bloc “other”")
    }

    private func test(_ path: String, bloc: String = "room") async throws -> String {
        try await Recording(contentsOf: path).test(
            of: bloc,
            in: "run.jsonl",
            module: nil,
            creating: "RoomBloc()"
        ) { RoomBloc() }
    }
}
