import Bloc
import BlocFiles
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct CodableHydrationTests {
    /// The state of version 3; version 2 was one note, and version 1 a number.
    struct Notes: Codable, Equatable, Sendable {
        var texts: [String] = []
        var weight = 0.0
    }

    struct OldNote: Codable {
        var text: String
    }

    /// Notes the codes of errors.
    private struct ErrorCodes: BlocObserver {
        let log: Log<String>

        func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?) {
            log.append((error as? HydrationError)?.code.rawValue ?? "\(error)")
        }
    }

    final class NotesCubit: Cubit {
        typealias State = Notes
        let runtime: CubitRuntime<NotesCubit>
        let emit: CubitEmitter<NotesCubit>
        let errors = Log<String>()

        init(_ hydration: CodableHydration<Notes>) {
            let errors = errors
            (runtime, emit) = CubitRuntime.make(initialState: Notes()) { cubit in
                cubit.hydrate(hydration)
                cubit.observer = ErrorCodes(log: errors)
            }
        }
    }

    private static func hydration(_ storage: InMemoryHydrationStorage) -> CodableHydration<Notes> {
        CodableHydration(
            key: "notes",
            version: 3,
            storage: storage,
            migrations: [
                1: .from(Int.self) { OldNote(text: "number \($0)") },
                2: .from(OldNote.self) { Notes(texts: [$0.text]) },
            ]
        )
    }

    private static func data(_ version: Int, _ json: String) -> InMemoryHydrationStorage {
        InMemoryHydrationStorage(["notes": HydratedData(version: version, bytes: Array(json.utf8))])
    }

    @Test("G70 a Codable state is saved as JSON with sorted keys, and restored")
    func saved() async throws {
        let storage = InMemoryHydrationStorage()
        let cubit = NotesCubit(Self.hydration(storage))
        cubit.emit(Notes(texts: ["a/b", "ü"], weight: 0.5))
        try await cubit.flush()
        let data = try #require(storage.data["notes"])
        #expect(data.version == 3)
        #expect(String(decoding: data.bytes, as: UTF8.self) == #"{"texts":["a/b","ü"],"weight":0.5}"#)
        await cubit.close()
        #expect(NotesCubit(Self.hydration(storage)).state == Notes(texts: ["a/b", "ü"], weight: 0.5))
    }

    @Test("G71 migrations of old versions are chained", arguments: [(1, "7", "number 7"), (2, #"{"text":"x"}"#, "x")])
    func migrated(version: Int, json: String, text: String) {
        let cubit = NotesCubit(Self.hydration(Self.data(version, json)))
        #expect(cubit.state.texts == [text])
        #expect(cubit.errors.entries == [])
    }

    @Test(
        "G71 a newer version is left alone; what is no JSON of the state is moved aside",
        arguments: [
            (4, #"{"texts":[]}"#, "newer-version"), (3, #"{"texts":7,"weight":0}"#, "corrupt"), (3, "{", "corrupt"),
            (2, "{}", "corrupt"), (0, "7", "corrupt"), (-3, "7", "corrupt"),
        ]
    )
    func refused(version: Int, json: String, code: String) async throws {
        let storage = Self.data(version, json)
        let before = storage.data
        let cubit = NotesCubit(Self.hydration(storage))
        #expect(cubit.state == Notes())
        #expect(cubit.errors.entries == [code])
        #expect(storage.data == (code == "corrupt" ? [:] : before))
        #expect(storage.aside["notes"] == (code == "corrupt" ? [before["notes"]].compactMap { $0 } : nil))
        cubit.emit(Notes(texts: ["new"]))
        try await cubit.flush()
        #expect((storage.data == before) == (code == "newer-version"))
    }

    @Test("numbers that JSON lacks are saved, too", arguments: [Double.infinity, -.infinity, .greatestFiniteMagnitude])
    func infinite(weight: Double) async throws {
        let storage = InMemoryHydrationStorage()
        let cubit = NotesCubit(Self.hydration(storage))
        cubit.emit(Notes(weight: weight))
        try await cubit.flush()
        #expect(NotesCubit(Self.hydration(storage)).state.weight == weight)
    }

    @Test("a part of a state is saved, and the rest is that of the initial state")
    func part() async throws {
        let storage = InMemoryHydrationStorage()
        func make() -> NotesCubit { NotesCubit(CodableHydration(key: "n", id: "7", storage: storage, saving: \.texts)) }
        let cubit = make()
        cubit.emit(Notes(texts: ["kept"], weight: 4))
        try await cubit.flush()
        #expect(storage.data["n/7"]?.bytes == Array(#"["kept"]"#.utf8))
        #expect(make().state == Notes(texts: ["kept"], weight: 0))
    }
}
