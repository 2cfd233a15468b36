import Dispatch
import Foundation
import Repository
import Synchronization
import Testing

extension Binary {
    /// A home in which the user's own book is the default already.
    static func withOwnBook() throws -> Binary {
        let contacts = try Binary()
        let registry = BookRegistry(folder: contacts.database().deletingLastPathComponent().path)
        let home = try registry.home().name
        try registry.change { try $0.setStandard(home) }
        return contacts
    }

    /// A home in which people and own contacts are together in the database that a variable names.
    static func withOneFile() throws -> Binary {
        let contacts = try Binary()
        return Binary(contacts, variables: ["CONTACTS_DB": contacts.database().path])
    }

    /// A store with Ada, Grace and Alan; Alan has only a name and a birthday without a year.
    static func filled() async throws -> (contacts: Binary, ids: [String]) {
        let sample = try await sample.value
        let contacts = try Binary()
        for name in try FileManager.default.contentsOfDirectory(atPath: sample.contacts.home.url.path) {
            try FileManager.default.copyItem(
                at: sample.contacts.home.url.appending(path: name),
                to: contacts.home.url.appending(path: name)
            )
        }
        return (contacts, sample.ids)
    }

    /// The store of ``filled()``, which each test gets a copy of.
    private static let sample = Task { () -> (contacts: Binary, ids: [String]) in
        let contacts = try Binary()
        Binary.sampleFolder.withLock { $0 = contacts.home.url }
        // What is static is not released at the end.
        atexit { Binary.sampleFolder.withLock { try? $0.map(FileManager.default.removeItem) } }
        var ids: [String] = []
        for arguments in [
            [
                "--first-name", "Ada", "--last-name", "Lovelace", "--email", "ada@example.com", "--phone", "030 1",
                "--cell", "0170 2", "--group", "maths", "--birthday", "1815-12-10",
            ],
            ["--first-name", "Grace", "--last-name", "Hopper", "--email", "grace@example.org", "--group", "navy"],
            ["--first-name", "Alan", "--last-name", "Turing", "--birthday=--06-23"],
        ] {
            let added = try await contacts.start(["add"] + arguments).result
            #expect(added.status == 0, "\(added.messages)")
            ids.append(added.lines.first ?? "")
        }
        return (contacts, ids)
    }

    private static let sampleFolder = Mutex<URL?>(nil)

    /// A store with the people that the program fetches by itself.
    static func fetched() async throws -> (contacts: Binary, ids: [String]) {
        let contacts = try Binary()
        return (contacts, try await contacts.run("list").ids)
    }

    /// Runs a statement on the database, as no command would.
    func execute(_ sql: String) throws {
        try SQLiteConnection(path: database().path, mode: .readWrite).execute(sql)
    }

    /// Flips bytes on every page of the database but the first, and returns the damaged file.
    func flipBytes() throws -> Data {
        var bytes = try Data(contentsOf: database())
        for page in 2..<(bytes.count / 4096) {
            for offset in 0..<12 { bytes[page * 4096 + offset] ^= 0x5A }
        }
        try bytes.write(to: database())
        return bytes
    }

    /// The identifiers of the stored contacts that a filter matches.
    func ids(_ filter: String...) async throws -> Set<String> {
        Set(try await start(["list", "--offline"] + filter).result.ids)
    }
}

extension FileHandle {
    /// The first line that arrives, without its end; what there is when the writer closes before.
    var firstLine: String {
        get async {
            await withCheckedContinuation { continuation in
                // Reading blocks, which the threads of tasks must not.
                DispatchQueue.global().async {
                    var bytes: [UInt8] = []
                    while let next = try? self.read(upToCount: 1)?.first, next != UInt8(ascii: "\n") {
                        bytes.append(next)
                    }
                    continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
                }
            }
        }
    }
}
