import Foundation
import Repository
import Testing

@Suite struct SQLiteContactDAOMaintenanceTests {
    private let now = Date(timeIntervalSince1970: 2000)

    @Test func `a sound store and a missing one have no problems`() async throws {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path)
            #expect(try await dao.check(full: true).isEmpty)
            #expect(try await dao.repair(at: Date()).database == nil)
            #expect(!FileManager.default.fileExists(atPath: path))
            try await dao.fill(at: now)
            #expect(try await dao.check(full: false).isEmpty)
            #expect(try await dao.check(full: true).isEmpty)
            await dao.close()
        }
    }

    @Test func `flipped bytes in any page are found and never end the program`() async throws {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path)
            try await dao.fill(at: now)
            await dao.close()
            let sound = try Data(contentsOf: URL(fileURLWithPath: path))
            var random = SeededRandom(seed: 7)
            let pageSize = Int(sound[16]) << 8 | Int(sound[17])
            for page in 0..<(sound.count / pageSize) {
                var flipped = sound
                // The header of a page is changed, not that of the file, which other tests cover.
                let start = page * pageSize + (page == 0 ? 100 : 0)
                for offset in start..<(start + 12) { flipped[offset] ^= UInt8.random(in: 1...255, using: &random) }
                try flipped.write(to: URL(fileURLWithPath: path))
                let opened = SQLiteContactDAO(path: path)
                let problems = try await opened.check(full: true)
                #expect(!problems.isEmpty, "page \(page)")
                await opened.close()
            }
        }
    }

}
