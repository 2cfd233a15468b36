import Bloc
import Foundation
import Synchronization
import TestWatch
import Testing

@testable import BlocFiles

@Suite(.watched) struct FileHydrationStorageTests {
    private let folder = TemporaryFolder()
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
