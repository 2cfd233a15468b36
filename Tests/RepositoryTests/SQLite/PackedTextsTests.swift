import Foundation
import Testing

@testable import Repository

@Suite struct PackedTextsTests {
    private static let texts: [String?] = [
        "", nil, "Ann", "a\u{0}b", nil, "سارا é 😀", String(repeating: "long", count: 10_000), "", "end",
    ]

    @Test func `texts come back unchanged, nil distinct from empty`() {
        let packed = PackedTexts(Self.texts)
        #expect(packed.count == Self.texts.count)
        for (index, text) in Self.texts.enumerated() { #expect(packed[index] == text, "\(index)") }
        #expect(PackedTexts([]).count == 0)
        #expect(PackedTexts([nil])[0] == nil)
        #expect(PackedTexts([""])[0] == "")
    }

    @Test func `packs of different texts differ`() {
        #expect(PackedTexts(["ab", "c"]) != PackedTexts(["a", "bc"]))
        #expect(PackedTexts([""]) != PackedTexts([nil]))
        #expect(PackedTexts(["x", nil]) == PackedTexts(["x", nil]))
    }

    @Test func `texts are bound to and read from rows`() async throws {
        try await withDatabasePath { path in
            try Data().write(to: URL(fileURLWithPath: path))
            let connection = try SQLiteConnection(path: path, mode: .readWrite)
            let names = Self.texts.indices.map { "c\($0)" }
            try connection.execute("CREATE TABLE t (n INTEGER, " + names.joined(separator: ", ") + ")")
            let marks = Array(repeating: "?", count: names.count + 1).joined(separator: ", ")
            let packed = PackedTexts(Self.texts)
            try connection.withStatement("INSERT INTO t VALUES (\(marks))") { statement in
                try statement.bind(7, at: 1)
                try statement.run(packed, from: 0, at: 2)
                // The bindings are cleared after the run.
                statement.rewind()
                try statement.run()
            }
            let select = "SELECT n, " + names.joined(separator: ", ") + " FROM t ORDER BY rowid"
            let rows = try connection.withStatement(select) { row throws in
                var rows: [(number: Int64, texts: PackedTexts)] = []
                while try row.step() { rows.append((row.integer(0), row.texts(1..<Int32(names.count + 1)))) }
                return rows
            }
            #expect(rows.map(\.number) == [7, 0])
            #expect(rows.map(\.texts) == [packed, PackedTexts(names.map { _ in nil })])
        }
    }

    @Test func `binding may start at a later text`() async throws {
        try await withDatabasePath { path in
            try Data().write(to: URL(fileURLWithPath: path))
            let connection = try SQLiteConnection(path: path, mode: .readWrite)
            try connection.execute("CREATE TABLE t (a, b, c)")
            try connection.withStatement("INSERT INTO t VALUES (?, ?, ?)") { statement in
                try statement.run(PackedTexts(["0", "1", nil, "3"]), from: 2, at: 2)
            }
            let found = try connection.withStatement("SELECT a, b, c FROM t") { row throws in
                try row.step() ? row.texts(0..<3) : nil
            }
            #expect(found == PackedTexts([nil, nil, "3"]))
        }
    }
}
