import Bloc
import BlocInspector
import Foundation
import Testing

@testable import ContactsCLI

struct RecordingFileTests {
    private final class CounterBloc: Bloc {
        typealias Event = Int
        typealias State = Int
        let runtime: BlocRuntime<CounterBloc>

        init() {
            runtime = BlocRuntime(initialState: 0, name: "counter") { bloc in
                bloc.on { event, emit in emit(emit.state + event) }
            }
        }
    }

    private func record(_ events: [Int], in path: String) throws {
        let file = try RecordingFile(path: path)
        let bloc = withBlocObserver(EventLog(after: file.last, sink: file)) { CounterBloc() }
        for event in events { bloc.add(event) }
        try file.requireComplete()
    }

    @Test func `transitions are appended, and a further run begins after a gap`() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "run.jsonl").path
        try record([1, 2], in: path)
        try record([5], in: path)
        let recording = try Recording(path: path)
        #expect(recording.lines.map(\.sequence) == [1, 2, 4])
        #expect(recording.lines.map(\.event) == [.integer(1), .integer(2), .integer(5)])
        #expect(recording.lines.map(\.state) == [.integer(1), .integer(3), .integer(5)])
        #expect(recording.blocs == ["counter"])
    }

    @Test func `another file is refused and unchanged, and a folder cannot be opened`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "notes.txt")
        try Data("hello\n".utf8).write(to: file)
        #expect(#expect(throws: Failure.self) { try RecordingFile(path: file.path) }?.status == .badData)
        #expect(try Data(contentsOf: file) == Data("hello\n".utf8))
        let failure = #expect(throws: Failure.self) { try RecordingFile(path: folder.url.path) }
        #expect(failure?.status == .cannotCreate)
    }

    @Test func `a recording whose last number nothing can follow is refused`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "run.jsonl")
        let line = #"{"sequence":18446744073709551615,"cause":null,"bloc":"a","event":null,"state":1}"#
        try Data((line + "\n").utf8).write(to: file)
        #expect(#expect(throws: Failure.self) { try RecordingFile(path: file.path) }?.status == .badData)
    }

    @Test func `a transition that cannot be written makes the recording incomplete`() throws {
        let failure = #expect(throws: Failure.self) { try record([1], in: "/dev/full") }
        #expect(failure?.status == .inputOutput)
    }
}
