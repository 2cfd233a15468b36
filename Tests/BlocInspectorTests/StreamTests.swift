import Bloc
import BlocInspector
import Foundation
import Synchronization
import TestWatch
import Testing

@Suite(.watched) struct StreamTests {
    /// The records of blocs that `work` uses, up to a mark after it.
    private func records(
        values: Bool = false,
        _ work: (BlocManager) async throws -> Void
    ) async throws -> [[String: Any]] {
        try await withInspector(values: values) { inspector, client async throws in
            let manager = BlocManager()
            // The inspector and the blocs of the test live as long as their records are read.
            return try await withBlocObserver(inspector.observer) {
                try await work(manager)
                let mark = manager.bloc(for: BlocKey<ChildBloc>("mark")) { ChildBloc() }
                mark.add(.raised(by: 1))
                return try await client.records {
                    $0["bloc"] as? String == "mark" && $0["kind"] as? String == "transition"
                }
            }
        }
    }

    private func transitions(_ records: [[String: Any]], of bloc: String) -> [[String: Any]] {
        records.filter { $0["kind"] as? String == "transition" && $0["bloc"] as? String == bloc }
    }

    @Test func `a transition has names, numbers and what changed, and its outcome`() async throws {
        let records = try await records { manager in
            let room = manager.bloc(for: BlocKey<RoomBloc>("room", id: 1)) { RoomBloc() }
            _ = await room.add(.raised(by: 1)).outcome
            _ = await room.add(.twice).outcome
            _ = await room.add(.broken).outcome
            _ = await room.add(.rang).outcome
            room.undo()
            room.redo()
        }
        let found = transitions(records, of: "room/1")
        let outcomes = found.map { "\($0["name"] as? String ?? $0["trigger"] as? String ?? "") \($0["outcome"] ?? "")" }
        #expect(
            outcomes == [
                "raised handled", "twice published", "twice handled", "broken failed", "String handled", "rang handled",
                "undo handled", "redo handled",
            ]
        )
        #expect(found[0]["changed"] as? [String] == ["phase", "count", "names"])
        #expect(found[1]["changed"] as? [String] == ["count"])
        #expect(found[3]["changed"] as? [String] == [])
        #expect(found[3]["reason"] as? String == "Leaky")
        #expect(found[4]["trigger"] as? String == "effect")
        #expect(found.prefix(2).map { $0["number"] as? Int } == [1, 2])
        #expect(found[2]["cause"] as? Int == found[1]["sequence"] as? Int)
        #expect(found[0]["stateName"] as? String == "busy")
        let sequences = records.compactMap { $0["kind"] as? String == "transition" ? $0["sequence"] as? Int : nil }
        #expect(zip(sequences, sequences.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `an event that another bloc's event caused names its record`() async throws {
        let records = try await records { manager in
            let key = BlocKey<ChildBloc>("child")
            _ = manager.bloc(for: key) { ChildBloc() }
            let room = manager.bloc(for: BlocKey<RoomBloc>("room")) { RoomBloc(child: key) }
            _ = await room.add(.passedOn).outcome
        }
        let child = try #require(transitions(records, of: "child").first)
        let room = transitions(records, of: "room")
        // It has started before what it led to, and ended after it.
        #expect(room.map { $0["outcome"] as? String } == ["started", "handled"])
        #expect(child["cause"] as? Int == room[0]["sequence"] as? Int)
        #expect(room[1]["cause"] as? Int == room[0]["sequence"] as? Int)
    }

    @Test func `values are shown only for types that allow it, or when asked for`() async throws {
        func work(_ manager: BlocManager) async {
            let room = manager.bloc(for: BlocKey<RoomBloc>("room")) { RoomBloc() }
            _ = await room.add(.raised(by: 4711)).outcome
            _ = await room.add(.broken).outcome
            let child = manager.bloc(for: BlocKey<ChildBloc>("child")) { ChildBloc() }
            _ = await child.add(.raised(by: 815)).outcome
        }
        let redacted = try await records { await work($0) }
        let room = transitions(redacted, of: "room")
        #expect(room.allSatisfy { $0["event"] == nil && $0["state"] == nil })
        #expect(room.map { $0["name"] as? String } == ["raised", "broken"])
        let text = String(decoding: try JSONSerialization.data(withJSONObject: redacted), as: UTF8.self)
        #expect(!text.contains("4711") && !text.contains("secret"))
        let child = try #require(transitions(redacted, of: "child").first)
        #expect(child["event"] as? NSDictionary == ["raised": ["by": 815]])
        #expect(child["state"] as? NSDictionary == ["count": 815])
        let shown = transitions(try await records(values: true) { await work($0) }, of: "room")
        #expect(shown[0]["event"] as? NSDictionary == ["raised": ["by": 4711]])
        #expect((shown[0]["state"] as? NSDictionary)?["count"] as? Int == 4711)
        #expect((shown[1]["reason"] as? String)?.contains("secret of Ada") == true)
    }

    @Test func `a reader that comes later gets the live blocs with their place and numbers`() async throws {
        let records = try await records { manager in
            let scope = manager.scope("house").scope("floor")
            let room = BlocKey<RoomBloc>("room")
            _ = scope.bloc(for: room) { RoomBloc() }.add(.raised(by: 1))
            _ = scope.bloc(for: BlocKey<ChildBloc>("child"), closeWith: room.erased) { ChildBloc() }
        }
        #expect(records.first?["mode"] as? String == "live")
        let blocs = records.filter { $0["kind"] as? String == "bloc" }
        let room = try #require(blocs.first { $0["bloc"] as? String == "room" })
        #expect(room["phase"] as? String == "created")
        #expect(room["scope"] as? [String] == ["house", "floor"])
        #expect((room["report"] as? [String: Any])?["handled"] as? Int == 1)
        #expect((room["report"] as? [String: Any])?["acceptsEvents"] as? Bool == true)
        #expect((room["report"] as? [String: Any])?["canUndo"] as? Bool == true)
        #expect(room["state"] == nil)
        let child = try #require(blocs.first { $0["bloc"] as? String == "child" })
        #expect(child["parent"] as? String == "room")
        #expect(child["state"] as? NSDictionary == ["count": 0])
    }

    @Test func `long values are cut, which a recording knows`() async throws {
        let long = String(repeating: "x", count: 100_000)
        let records = try await withInspector { inspector, client async throws in
            let bloc = withBlocObserver(inspector.observer) { TextBloc() }
            bloc.add(TextBloc.Event(text: long, numbers: Array(0..<100_000)))
            return try await client.records { $0["kind"] as? String == "transition" }
        }
        let found = try #require(records.last { $0["kind"] as? String == "transition" })
        let event = try #require(found["event"] as? [String: Any])
        #expect((event["text"] as? String)?.hasSuffix("…") == true)
        #expect((event["text"] as? String)?.count ?? 0 < 2_000)
        #expect((event["numbers"] as? [Any])?.last as? String == "… 99900 more")
        let line = try JSONSerialization.data(withJSONObject: found)
        #expect(line.count < 40_000, "\(line.count)")
        #expect(try Recording(line).lines.map(\.isReplayable) == [false])
    }

    private final class TextBloc: Bloc {
        struct Event: Codable, Equatable, Inspectable, Sendable {
            var text = ""
            var numbers: [Int] = []
        }
        typealias State = Event
        let runtime: BlocRuntime<TextBloc>

        init() {
            runtime = BlocRuntime(initialState: State(), name: "text") { bloc in
                bloc.on { event, emit in emit(event) }
            }
        }
    }

    @Test func `a flood is cut by gaps and slows no bloc`() async throws {
        let records = try await withInspector { inspector, client async throws in
            let child = withBlocObserver(inspector.observer) { ChildBloc() }
            // More than the notes that may wait, in less time than they are written in.
            for _ in 0..<20_000 { child.add(.raised(by: 1)) }
            #expect(child.state.count == 20_000)
            // Events that come after the gap are told as before.
            let isCut = Mutex(false)
            return try await client.records { record in
                if record["kind"] as? String == "gap" { isCut.withLock { $0 = true } }
                child.add(.raised(by: 1))
                return isCut.withLock { $0 } && record["number"] as? Int ?? 0 > 20_000
                    && record["outcome"] as? String == "handled"
            }
        }
        let missing = records.first { $0["kind"] as? String == "gap" }?["missing"] as? Int
        #expect(missing ?? 0 > 0)
        #expect(records.allSatisfy { $0["kind"] as? String != "transition" || $0["trigger"] as? String == "event" })
    }

    private static let python = root + "/.build/test-servers/bin/python"

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: python)))
    func `every record is valid by the schema`() async throws {
        let records = try await records(values: true) { manager in
            let room = manager.bloc(for: BlocKey<RoomBloc>("room")) { RoomBloc() }
            for event in [RoomBloc.Event.raised(by: 1), .twice, .broken, .rang] { _ = await room.add(event).outcome }
            await manager.close(BlocKey<RoomBloc>("room"))
        }
        let lines = try records.dropFirst().map { try JSONSerialization.data(withJSONObject: $0) }
        let folder = TemporaryFolder()
        let file = folder.path("records.jsonl")
        // A record that is none, so that the check is seen to fail.
        let wrong = Data(#"{"v":1,"kind":"transition","sequence":-1,"bloc":"a"}"#.utf8)
        try Data((lines + [wrong]).joined(separator: Data("\n".utf8))).write(to: URL(filePath: file))
        let script = """
            import json, sys
            from jsonschema import Draft202012Validator
            schema = json.load(open(sys.argv[1]))
            Draft202012Validator.check_schema(schema)
            validator = Draft202012Validator(schema)
            lines = [json.loads(line) for line in open(sys.argv[2])]
            print([number for number, line in enumerate(lines) if not validator.is_valid(line)] == [len(lines) - 1])
            """
        let result = try await run(
            Self.python,
            [
                "-c", script, root + "/Sources/BlocInspector/BlocInspector.docc/Resources/inspector-stream.schema.json",
                file,
            ]
        )
        #expect(result.output == "True\n")
        #expect(lines.count > 8)
    }
}
