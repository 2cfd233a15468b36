import BlocTesting
import FaultyDisk
import Foundation
import RepositoryDoubles
import Synchronization
import TestWatch
import Testing

@testable import Repository

/// Faults at random operations of SQLite's files under a store with contacts.
struct FaultyDiskTests {
    enum Fault: CaseIterable {
        case kill, powerCut, error, fullDisk

        /// Whether the process goes on.
        var isSurvived: Bool { self == .error || self == .fullDisk }

        var ofDisk: FaultyDiskFault { isSurvived ? self == .error ? FaultyDiskError : FaultyDiskFull : FaultyDiskKill }
    }

    private struct Kept: Equatable {
        var contacts: [Contact]
        var history: [HistoryStep]

        init(_ dao: SQLiteContactDAO) async throws {
            contacts = try await dao.all()
            history = try await dao.history(limit: 100)
        }
    }

    private static let steps: [@Sendable (SQLiteContactDAO) async throws -> Void] = [
        { _ = try await $0.importContacts(title: "import", duplicates: .update, next: batches("a", 15)) },
        { _ = try await $0.update("a-3", with: ContactEdit { ($0.email, $0.categories) = ("mine@x", ["Büro"]) }) },
        { _ = try await $0.apply([.remove("a-4"), .remove("a-5")], title: "remove") },
        { _ = try await $0.store(.sample((0..<15).map { .sample("n\($0)", index: $0) })) },
        { _ = try await $0.turn(steps: 1, isUndone: false) },
        { _ = try await $0.update("uuid-n3", with: ContactEdit { $0.email = "other@x" }) },
        { _ = try await $0.importContacts(title: "import", duplicates: .update, next: batches("b", 40)) },
    ]

    private static func batches(_ name: String, _ count: Int) -> @Sendable () -> [ImportedContact]? {
        let left = Mutex(0..<count)
        return {
            let batch = left.withLock { left in
                defer { left = left.dropFirst(100) }
                return left.prefix(100)
            }
            let contacts = batch.map { number in
                ImportedContact(.sample("\(name)\(number)") { $0.id = ContactID(rawValue: "\(name)-\(number)") })
            }
            return contacts.isEmpty ? nil : contacts
        }
    }

    /// A store on a disk with faults, in a folder of its own.
    private final class Machine {
        let folder = TemporaryFolder()
        let disk: OpaquePointer
        let dao: SQLiteContactDAO

        init() {
            disk = faultyDiskCreate(folder.path)
            dao = SQLiteContactDAO(path: folder.database, now: { Date(timeIntervalSince1970: 1000) })
        }

        deinit { faultyDiskDestroy(disk) }

        /// The next process, with the files that this one leaves behind; their shared memory is gone.
        func restarted(after fault: Fault) throws -> Machine {
            if fault == .powerCut { faultyDiskCutPower(disk, UInt32(faultyDiskOperations(disk))) }
            let next = Machine()
            for name in try folder.names where !name.hasSuffix("-shm") {
                try FileManager.default.copyItem(
                    atPath: "\(folder.path)/\(name)",
                    toPath: "\(next.folder.path)/\(name)"
                )
            }
            return next
        }
    }

    @Test(arguments: Fault.allCases)
    func `a change happens as a whole or not at all, whatever the disk does`(_ fault: Fault) async throws {
        // What the store has after each step if nothing fails.
        let sound = Machine()
        var kept = [try await Kept(sound.dao)]
        for step in Self.steps {
            try await step(sound.dao)
            kept.append(try await Kept(sound.dao))
        }
        let operations = faultyDiskOperations(sound.disk)
        await sound.dao.close()
        let seed = UInt64.random(in: 1...999_999)
        var numbers = SplitMix64(seed: seed)
        for _ in 1...6 {
            let operation = Int32.random(in: 1...operations, using: &numbers)
            try await fail(fault, at: operation, kept, "seed \(seed), operation \(operation)")
        }
    }

    @Test(arguments: [Fault.kill, .error, .fullDisk])
    func `a repair that can't write its database leaves the damaged one alone`(_ fault: Fault) async throws {
        var operation: Int32 = 0
        var hasFailed = true
        while hasFailed {
            operation += 20
            var machine = Machine()
            for step in Self.steps.prefix(2) { try await step(machine.dao) }
            let contacts = try await machine.dao.all()
            await machine.dao.close()
            try SQLiteConnection(path: machine.folder.database, mode: .readWrite).execute("DROP TABLE stored_value")
            faultyDiskFailAt(machine.disk, faultyDiskOperations(machine.disk) + operation, fault.ofDisk)
            do { _ = try await machine.dao.repair(at: Date()) } catch {}
            hasFailed = faultyDiskHasFailed(machine.disk) != 0
            if hasFailed, !fault.isSurvived {
                let next = try machine.restarted(after: fault)
                await machine.dao.close()
                machine = next
            }
            faultyDiskFailAt(machine.disk, 0, fault.ofDisk)
            _ = try await machine.dao.repair(at: Date())
            #expect(try await machine.dao.all() == contacts, "operation \(operation)")
            #expect(try await machine.dao.check(full: true).isEmpty)
            await machine.dao.close()
        }
        // Else nothing has been tried.
        #expect(operation > 50)
    }

    @Test func `a full disk is reported without a promise about earlier changes, which may be in other books`()
        async throws
    {
        let machine = Machine()
        try await Self.steps[0](machine.dao)
        faultyDiskFailAt(machine.disk, faultyDiskOperations(machine.disk) + 1, FaultyDiskFull)
        let error = await #expect(throws: RepositoryError.self) { try await Self.steps[6](machine.dao) }
        let database = machine.folder.database
        #expect(error?.message == "The disk with the database “\(database)” is full. Free some space, and try again.")
        await machine.dao.close()
    }

    private func fail(_ fault: Fault, at operation: Int32, _ kept: [Kept], _ place: String) async throws {
        var machine = Machine()
        faultyDiskFailAt(machine.disk, operation, fault.ofDisk)
        var done = 0
        while done < Self.steps.count {
            do {
                try await Self.steps[done](machine.dao)
                done += 1
            } catch {
                try #require(faultyDiskHasFailed(machine.disk) != 0, "\(place): \(error)")
                if fault.isSurvived {
                    faultyDiskFailAt(machine.disk, 0, fault.ofDisk)
                } else {
                    let next = try machine.restarted(after: fault)
                    await machine.dao.close()
                    machine = next
                }
                let found = try await Kept(machine.dao)
                done = try #require((done...(done + 1)).last { kept[$0] == found }, "\(place), step \(done)")
            }
        }
        #expect(try await Kept(machine.dao) == kept.last, "\(place)")
        #expect(try await machine.dao.check(full: true).isEmpty, "\(place)")
        await machine.dao.close()
    }
}
