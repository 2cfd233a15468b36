import Bloc
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
}
