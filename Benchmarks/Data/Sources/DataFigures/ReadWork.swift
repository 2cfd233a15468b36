import Foundation
import Repository

/// Reads all contacts of a file with one of the stores.
///
/// Each is measured in a process of its own, as the program reads: earlier work would leave a fragmented heap, which slows
/// down the stores that keep what they read.
enum ReadWork: String, CaseIterable {
    case bare = "C, nothing copied"
    case copies = "C, texts copied"
    case own = "SQLiteContactDAO"
    case records = "GRDB"

    /// The command with which ``measure(_:_:)`` starts the other process.
    static let command = "read"

    /// Runs the arguments after the command.
    static func run(_ arguments: some Collection<String>) async throws {
        let arguments = Array(arguments)
        guard arguments.count == 3, let work = ReadWork(rawValue: arguments[0]), let count = Int(arguments[2]) else {
            throw FigureError("usage: \(command) STORE PATH CONTACTS")
        }
        print(try await Timing.processor(count) { try await work.read(arguments[1], count) })
    }

    /// The microseconds of processor time for each contact, measured by another process.
    func measure(_ path: String, _ count: Int) throws -> Double {
        let process = Process()
        let output = Pipe()
        process.executableURL = Bundle.main.executableURL
        process.arguments = [Self.command, rawValue, path, String(count)]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, let time = Double(text.trimmingCharacters(in: .newlines)) else {
            throw FigureError("\(rawValue) did not read.")
        }
        return time
    }

    private func read(_ path: String, _ count: Int) async throws {
        switch self {
        case .bare: _ = try BareStore(path: path).read(copies: false)
        case .copies: _ = try BareStore(path: path).read(copies: true)
        case .own: try await readPages(path, count)
        case .records:
            let records = try RecordStore(path: path)
            _ = try records.read()
            try records.close()
        }
    }

    /// Reads page by page, as the program does, without keeping the pages; only GRDB keeps its rows.
    private func readPages(_ path: String, _ count: Int) async throws {
        let dao = SQLiteContactDAO(path: path)
        var query = ContactQuery(limit: 1000)
        var read = 0
        repeat {
            let page = try await dao.contacts(query)
            read += page.contacts.count
            query.after = page.next
        } while query.after != nil
        await dao.close()
        guard read == count else { throw FigureError("Contacts are missing.") }
    }
}
