import Bloc
import Foundation
import Synchronization
import TestWatch
import Testing

@testable import BlocFiles

@Suite(.watched) struct FileHydrationStorageTests {
    private let folder = TemporaryFolder(isCreated: false)
    private var storage: FileHydrationStorage { FileHydrationStorage(folder: folder.path) }

    private static func data(_ text: String, version: Int = 1) -> HydratedData {
        HydratedData(version: version, bytes: Array(text.utf8))
    }

    @Test("what was written comes back, byte for byte; only the owner may read it")
    func written() throws {
        #expect(try storage.read("x") == nil)
        #expect(folder.names == [], "reading creates nothing")
        let data = HydratedData(version: 3, bytes: Array(0...255))
        try storage.write(data, for: "x")
        #expect(try storage.read("x") == data)
        #expect(try storage.read("y") == nil)
        #expect(folder.names == ["x.state"])
        #expect(try folder.permissions(of: "x.state") == 0o600)
        #expect(try folder.permissions() == 0o700)
        try storage.write(Self.data(""), for: "x")
        #expect(try storage.read("x") == Self.data(""))
        try storage.remove("x")
        #expect(try storage.read("x") == nil)
        try storage.remove("x")
    }

    @Test("folders that are missing are created for the owner alone, and one that is there stays as it is")
    func folders() throws {
        let deep = FileHydrationStorage(folder: URL(filePath: folder.path + "/a/b"))
        try deep.write(Self.data("1"), for: "x")
        #expect(try deep.read("x") == Self.data("1"))
        for name in ["", "a", "a/b"] { #expect(try folder.permissions(of: name) == 0o700) }
        #expect(FileManager.default.createFile(atPath: folder.path + "/file", contents: Data()))
        let blocked = FileHydrationStorage(folder: folder.path + "/file/state")
        #expect(throws: FileHydrationError.self) { try blocked.write(Self.data("1"), for: "x") }
        #expect(throws: FileHydrationError.self) { try blocked.read("x") }
    }

    @Test("G71 a damaged file is of no version, and each one that is moved aside is kept")
    func damaged() throws {
        var damages: [[UInt8]] = [[], Array("nonsense".utf8), Array("bloc-state-1 1 0\n".utf8)]
        try storage.write(Self.data("whole", version: 4), for: "other")
        damages.append(try #require(folder.content(of: "other.state")))
        try storage.write(Self.data("whole", version: 4), for: "x")
        let whole = try #require(folder.content(of: "x.state"))
        damages.append(whole.dropLast())
        damages.append(whole + [0])
        damages.append(
            Array(String(decoding: whole, as: UTF8.self).replacing("bloc-state-1 4", with: "bloc-state-1 3").utf8)
        )
        for (index, damage) in damages.enumerated() {
            try folder.write(damage, to: "x.state")
            #expect(try storage.read("x")?.version == 0, "\(index)")
            try storage.moveAside("x")
            #expect(try storage.read("x") == nil)
            #expect(folder.content(of: "x.state.aside-\(index + 1)") == damage)
        }
        #expect(throws: FileHydrationError.self) { try storage.moveAside("x") }
        #expect(folder.names.count == damages.count + 1, "a failed move leaves nothing: \(folder.names)")
    }

    @Test("writers at the same time, of one key or several, leave whole states")
    func concurrent() async throws {
        let storage = storage
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<6 {
                group.addTask {
                    for round in 0..<40 {
                        let text = String(repeating: "\(writer)", count: round * 300 + 1)
                        try storage.write(Self.data(text, version: round + 1), for: writer < 4 ? "one" : "\(writer)")
                    }
                }
                group.addTask {
                    for _ in 0..<40 {
                        guard let data = try storage.read("one") else { continue }
                        #expect(data.version == data.bytes.count / 300 + 1 && Set(data.bytes).count == 1)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(folder.names == ["4.state", "5.state", "one.state"])
    }

    @Test("an error names the file and the reason, not the data")
    func errors() throws {
        try storage.write(Self.data("secret"), for: "x")
        let content = folder.path + "/x.state"
        try FileManager.default.removeItem(atPath: content)
        try FileManager.default.createDirectory(atPath: content, withIntermediateDirectories: false)
        let error = try #require(throws: FileHydrationError.self) { try storage.write(Self.data("secret"), for: "x") }
        #expect(error.description.hasPrefix("The storage of states could not replace “\(content)”: "))
        #expect(!error.description.contains("secret"))
        #expect(throws: FileHydrationError.self) { try storage.read("x") }
    }

    // MARK: Files

    @Test("any key has a file of its own, on file systems that ignore case, too")
    func keys() throws {
        let keys = [
            "", ".", "..", "/", "a", "A", "a/b", "a%2fb", "a\\b", "a b", "a\nb", "a\0b", "ä", "a\u{308}", "ä/", "CON",
            "~",
            ".hidden", "x.state", "x.state.part", "x.state.aside-1", "x", "🦊", String(repeating: "ü", count: 80),
            String(repeating: "k", count: 5_000), String(repeating: "k", count: 5_001),
            String(repeating: "k", count: 5_000).uppercased(),
        ]
        for (number, key) in keys.enumerated() { try storage.write(Self.data("\(number)"), for: key) }
        for (number, key) in keys.enumerated() { #expect(try storage.read(key) == Self.data("\(number)"), "\(key)") }
        #expect(try storage.keys().sorted() == keys.sorted())
        #expect(Set(folder.names.map { $0.lowercased() }).count == keys.count)
        #expect(folder.names.allSatisfy { $0.utf8.count < 200 && $0.hasSuffix(".state") && !$0.hasPrefix(".") })
    }

    @Test("G70 what a killed process left, and files of other programs, are not listed as keys")
    func leftovers() throws {
        #expect(try storage.keys().isEmpty, "there is no folder yet")
        let long = String(repeating: "key ", count: 100)
        for key in ["a", long] { try storage.write(Self.data("1"), for: key) }
        let foreign = [
            "a.state.part", "b.state.part", "a.state.aside-1", "README", "A.state", "%zz.state", "%2.state",
            "%61.state",
            "\(FileName.of(long)).part", "x~y.state",
        ]
        for name in foreign { try folder.write(Array("x".utf8), to: name) }
        #expect(try storage.keys().sorted() == ["a", long].sorted())
    }

    @Test("G41a two values for one folder are one storage")
    func identity() {
        let path = FileManager.default.currentDirectoryPath
        func identity(_ folder: String) -> AnyHashable {
            let identity = FileHydrationStorage(folder: folder).identity
            return AnyHashable(identity)
        }
        let same = ["states", "./states", "states/", "a/../states", path + "/states"].map(identity)
        #expect(Set(same).count == 1)
        #expect(same[0] != identity("other"))
    }

    // MARK: Steps

    @Test("G72 a write that ends after any step leaves the old data or the new, and the next one succeeds")
    func interrupted() throws {
        struct Crash: Error {}
        let steps = StateFile.Step.allCases
        let taken = Mutex<[StateFile.Step]>([])
        let counting = FileHydrationStorage(folder: folder.path) { step in taken.withLock { $0.append(step) } }
        try counting.write(Self.data("old"), for: "x")
        // The data is on the disk before its name is: otherwise a power failure leaves an empty file.
        #expect(taken.withLock { $0 } == [.opened, .written, .synchronized, .renamed, .folderSynchronized])
        for (index, last) in steps.enumerated() {
            try storage.write(Self.data("old"), for: "x")
            let crashing = FileHydrationStorage(folder: folder.path) { if $0 == last { throw Crash() } }
            #expect(throws: Crash.self) { try crashing.write(Self.data("new and longer than the old"), for: "x") }
            let isReplaced = index >= 3
            #expect(try storage.read("x") == Self.data(isReplaced ? "new and longer than the old" : "old"), "\(last)")
            #expect(folder.names.contains("x.state.part") == !isReplaced)
        }
        try storage.write(Self.data("n"), for: "x")
        #expect(try storage.read("x") == Self.data("n"))
    }

    @Test("G70 a batch forces each file to the disk, and the folder once")
    func batch() throws {
        let taken = Mutex<[StateFile.Step: Int]>([:])
        let counting = FileHydrationStorage(folder: folder.path) { step in
            taken.withLock { $0[step, default: 0] += 1 }
        }
        let batch = Dictionary(uniqueKeysWithValues: (0..<100).map { ("key \($0)", Self.data("\($0)")) })
        #expect(try counting.write(batch).isEmpty)
        let counts = taken.withLock { $0 }
        for step in StateFile.Step.allCases {
            #expect(counts[step] == (step == .folderSynchronized ? 1 : 100), "\(step)")
        }
        for (key, data) in batch { #expect(try storage.read(key) == data) }
        #expect(folder.names.count == 100)
    }

    @Test("G70 a file of a batch that cannot be written does not keep the others from being written")
    func failingKey() throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/b.state", withIntermediateDirectories: true)
        let failures = try storage.write(["a": Self.data("1"), "b": Self.data("2"), "c": Self.data("3")])
        #expect(Array(failures.keys) == ["b"])
        #expect(failures["b"] is FileHydrationError)
        #expect(try storage.read("a") == Self.data("1"))
        #expect(try storage.read("c") == Self.data("3"))
        let blocked = FileHydrationStorage(folder: folder.path + "/a.state/deep")
        #expect(throws: FileHydrationError.self) { try blocked.write(["x": Self.data("1")]) }
    }

    // MARK: A process that is killed while it saves

    /// A state that can be told from a part of another.
    struct Numbered: Codable, Equatable, Sendable {
        var number = 0
        var lines: [String] = []

        init(_ number: Int) {
            self.number = number
            lines = Array(repeating: "line of state \(number)", count: number * 37 % 1_000)
        }
    }

    final class NumberedCubit: Cubit {
        typealias State = Numbered
        let runtime: CubitRuntime<NumberedCubit>
        let emit: CubitEmitter<NumberedCubit>

        init(folder: String) {
            (runtime, emit) = CubitRuntime.make(initialState: Numbered(0)) { cubit in
                cubit.hydrate(CodableHydration(key: "numbered", storage: FileHydrationStorage(folder: folder)))
            }
        }
    }

    /// Where the test's process and the one that it starts meet.
    private static func path(process: Int32) -> String {
        FileManager.default.temporaryDirectory.appending(path: "bloc-killed-\(process)").path
    }

    private static let isFirst = Atomic(true)

    /// Saves one state after the other until it is killed, some time after the first is on disk.
    private static func saveUntilKilled() async throws {
        let cubit = NumberedCubit(folder: path(process: getppid()))
        var number = cubit.state.number
        while true {
            number += 1
            cubit.emit(Numbered(number))
            try await cubit.flush()
            if isFirst.compareExchange(expected: true, desired: false, ordering: .relaxed).exchanged {
                Thread.detachNewThread {
                    // Real time: the kill may come at any moment of the saving, which nothing in the process can wait for.
                    usleep(UInt32.random(in: 0...20_000))
                    kill(getpid(), SIGKILL)
                }
            }
        }
    }

    @Test("G72 a process that is killed while it saves to a file leaves a whole state, old or new")
    func killed() async throws {
        let path = Self.path(process: getpid())
        defer { try? FileManager.default.removeItem(atPath: path) }
        let kills = ProcessInfo.processInfo.environment["CONTACTS_KILLS"].flatMap { Int($0) } ?? 10
        var last = 0
        for _ in 0..<kills {
            await #expect(processExitsWith: .signal(SIGKILL)) { try await Self.saveUntilKilled() }
            let cubit = NumberedCubit(folder: path)
            #expect(cubit.state.number > last)
            #expect(cubit.state == Numbered(cubit.state.number))
            last = cubit.state.number
            await cubit.close()
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(Set(names).isSubset(of: ["numbered.state", "numbered.state.part"]), "\(names)")
    }
}

extension TemporaryFolder {
    /// The names of the files in it.
    fileprivate var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    fileprivate func content(of name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path(name)).map { Array($0) }
    }

    fileprivate func write(_ content: [UInt8], to name: String) throws {
        try Data(content).write(to: URL(filePath: path(name)))
    }

    /// The permissions of a file in it, or of itself.
    fileprivate func permissions(of name: String = "") throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
    }
}
