import Bloc
import BlocKit
import Foundation
import Repository
import RepositoryDoubles
import Synchronization
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20))) struct ValueStoreHydrationStorageTests {
    private let store = SQLiteValueStore(path: SQLiteContactDAO.temporaryPath())
    private var storage: ValueStoreHydrationStorage { ValueStoreHydrationStorage(store: store) }

    @Test func `a batch comes back byte for byte, and two storages over one store are one`() throws {
        #expect(try storage.read("x") == nil)
        let batch = ["x": HydratedData(version: 3, bytes: Array(0...255)), "y": HydratedData(version: 2, bytes: [2])]
        #expect(try storage.write(batch).isEmpty)
        for (key, data) in batch { #expect(try storage.read(key) == data) }
        #expect(try storage.read("z") == nil)
        func identity(_ prefix: String) -> AnyHashable {
            let identity = ValueStoreHydrationStorage(store: store, prefix: prefix).identity
            return AnyHashable(identity)
        }
        #expect(identity("") == identity(""))
        #expect(identity("") != identity("all/"))
    }

    @Test(arguments: ["x", "1", "{", "{}", "[]"])
    func `what is no state is of a version that no bloc can read, and is moved aside`(value: String) throws {
        try store.save(["state/x.aside": "what was moved aside before"])
        try store.save(["state/x": value])
        #expect(try storage.read("x")?.version == 0)
        try storage.moveAside("x")
        #expect(try storage.read("x") == nil)
        #expect(try store.value(for: "state/x.aside") == value)
    }

    // MARK: - A process that is killed while it saves

    /// A position that can be told from a part of another: every field says the number.
    private static func position(_ number: Int) -> ListPosition {
        ListPosition(
            order: number.isMultiple(of: 2) ? .first : .birthday,
            choice: FilterChoice(terms: Array(repeating: "\(number)", count: number % 50)),
            limit: number,
            next: String(repeating: "\(number),", count: number % 500)
        )
    }

    private static func cubit(_ store: SQLiteValueStore) -> ListPositionCubit {
        let storage = ValueStoreHydrationStorage(store: store)
        return ListPositionCubit(ListPositionCubit.key, initially: nil, storage: storage, errors: ErrorService())
    }

    /// Where the test's process and the one that it starts meet.
    private static func path(process: Int32) -> String {
        FileManager.default.temporaryDirectory.appending(path: "contacts-killed-\(process)/contacts.sqlite").path
    }

    /// Saves one state after the other until it is killed, some time after the first is on disk.
    private static func saveUntilKilled() async throws {
        let cubit = cubit(SQLiteValueStore(path: path(process: getppid())))
        var number = cubit.state.value?.limit ?? 0
        while true {
            number += 1
            await cubit.remember(position(number))
            if number.isMultiple(of: 3) { await Task.yield() }
            // Begun once, when there is something to break.
            if isFirst.compareExchange(expected: true, desired: false, ordering: .relaxed).exchanged {
                Thread.detachNewThread {
                    // Real time: the kill may come at any moment of the saving, which nothing in the process can wait for.
                    usleep(UInt32.random(in: 0...20_000))
                    kill(getpid(), SIGKILL)
                }
            }
        }
    }

    private static let isFirst = Atomic(true)

    @Test func `G72 a process that is killed while it saves leaves a whole state, old or new`() async throws {
        let path = Self.path(process: getpid())
        defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
        let kills = ProcessInfo.processInfo.environment["CONTACTS_KILLS"].flatMap { Int($0) } ?? 20
        var last = 0
        for _ in 0..<kills {
            await #expect(processExitsWith: .signal(SIGKILL)) { try await Self.saveUntilKilled() }
            let store = SQLiteValueStore(path: path, createsFile: false)
            let cubit = Self.cubit(store)
            let number = try #require(cubit.state.value?.limit)
            #expect(number > last)
            #expect(cubit.state.value == Self.position(number))
            last = number
            await cubit.close()
            store.close()
        }
    }
}
