import Bloc
import Foundation
import Synchronization
import TestWatch
import Testing

@testable import BlocFiles

@Suite(.watched) struct StateFileTests {
    private let folder = TemporaryFolder()
    private var storage: FileHydrationStorage { FileHydrationStorage(folder: folder.path) }

    private static func data(_ text: String) -> HydratedData {
        HydratedData(version: 1, bytes: Array(text.utf8))
    }

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

    @Test("G70 a batch of 1,000 keys forces each file to the disk, and the folder once")
    func batch() throws {
        let taken = Mutex<[StateFile.Step: Int]>([:])
        let counting = FileHydrationStorage(folder: folder.path) { step in
            taken.withLock { $0[step, default: 0] += 1 }
        }
        let batch = Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("key \($0)", Self.data("\($0)")) })
        #expect(try counting.write(batch).isEmpty)
        let counts = taken.withLock { $0 }
        for step in StateFile.Step.allCases {
            #expect(counts[step] == (step == .folderSynchronized ? 1 : 1_000), "\(step)")
        }
        for (key, data) in batch { #expect(try storage.read(key) == data) }
        #expect(folder.names.count == 1_000)
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
}
