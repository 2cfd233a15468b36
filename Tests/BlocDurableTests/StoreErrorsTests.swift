import Bloc
import FaultyDisk
import Foundation
import TestWatch
import Testing

@testable import BlocDurable

@Suite(.watched) struct StoreErrorsTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("store.db") }

    private func error() async throws -> DurableError? {
        await #expect(throws: DurableError.self) { try await SQLiteStore(path).counters() }
    }

    @Test("the database of another program is refused and stays as it is")
    func foreign() async throws {
        let other = try SQLite(path, creates: true)
        try other.run("CREATE TABLE contact (name TEXT)")
        #expect(
            try await error()
                == DurableError(.foreignStore, "“\(path)” belongs to another program; choose another file.")
        )
        #expect(try other.run("SELECT count(*) FROM sqlite_schema").first?[0] == 1)
        #expect(try other.run("PRAGMA journal_mode").first?[0] == "delete")
    }

    @Test("tables of a newer version are refused")
    func newer() async throws {
        try SQLiteStore(path).open(as: "first") {}.close()
        try SQLite(path, creates: false).run("PRAGMA user_version = 99")
        let error = try await error()
        #expect(error?.code == .newerVersion)
        #expect(error?.message.contains("version 99") == true)
    }

    @Test("a file that can only be read is refused and stays as it is")
    func readOnly() async throws {
        try SQLiteStore(path).open(as: "first") {}.close()
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let disk = faultyDiskCreate(folder.path)
        defer { faultyDiskDestroy(disk) }
        faultyDiskMakeReadOnly(disk)
        #expect(try await error() == DurableError(.storeFailed, "“\(path)” is read-only."))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == before)
        #expect(faultyDiskOperations(disk) == 0)
    }

    @Test("a place where no file can be is an error that names it")
    func missing() async throws {
        let store = SQLiteStore(folder.path("nowhere/store.db"))
        let error = #expect(throws: DurableError.self) { try store.open(as: "first") {} }
        #expect(error?.code == .storeFailed)
        #expect(error?.message.contains("nowhere/store.db") == true)
    }
}
