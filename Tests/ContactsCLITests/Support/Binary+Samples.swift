import Dispatch
import Foundation
import Repository
import Synchronization
import Testing

extension Binary {
    /// A home in which the user's own book is the default already.
    static func withOwnBook() throws -> Binary {
        let contacts = try Binary()
        let home = try contacts.registry.home().name
        try contacts.registry.change { try $0.setStandard(home) }
        return contacts
    }

    var registry: BookRegistry { BookRegistry(folder: database().deletingLastPathComponent().path) }

    /// A home in which people and own contacts are together in the database that a variable names.
    static func withOneFile() throws -> Binary {
        let contacts = try Binary()
        return Binary(contacts, variables: ["CONTACTS_DB": contacts.database().path])
    }

    /// A program with something in its home, and the identifiers of its contacts.
    typealias Sample = (contacts: Binary, ids: [String])

    /// A store with Ada, Grace and Alan; Alan has only a name and a birthday without a year.
    static func filled() async throws -> Sample { try copy(of: await people.value) }

    /// A store with the people that the program fetches by itself.
    static func fetched() async throws -> Sample { try copy(of: await invented.value) }

    /// A store with 20 people of the API.
    static func synced() async throws -> Binary { try copy(of: await twenty.value).contacts }

    /// A home of its own for a test, with what the sample has in its home.
    static func copy(of sample: Sample) throws -> Sample {
        let contacts = try Binary()
        for name in try sample.contacts.home.names() {
            let item = sample.contacts.home.path(name)
            try FileManager.default.copyItem(atPath: item, toPath: contacts.home.path(name))
        }
        return (contacts, sample.ids)
    }

    /// Fills a home once, for all tests that take a copy of it.
    static func sample(_ fill: @escaping @Sendable (Binary) async throws -> [String]) -> Task<Sample, any Error> {
        Task {
            let contacts = try Binary()
            sampleFolders.withLock { $0.append(contacts.home.url) }
            // What is static is not released at the end.
            atexit {
                for folder in Binary.sampleFolders.withLock(\.self) { try? FileManager.default.removeItem(at: folder) }
            }
            return (contacts, try await fill(contacts))
        }
    }

    private static let people = sample { contacts in
        var ids: [String] = []
        for arguments in [
            [
                "--first-name", "Ada", "--last-name", "Lovelace", "--email", "ada@example.com", "--phone", "030 1",
                "--cell", "0170 2", "--group", "maths", "--birthday", "1815-12-10",
            ],
            ["--first-name", "Grace", "--last-name", "Hopper", "--email", "grace@example.org", "--group", "navy"],
            ["--first-name", "Alan", "--last-name", "Turing", "--birthday=--06-23"],
        ] {
            ids.append(try await contacts.succeed(["add"] + arguments).lines.first ?? "")
        }
        return ids
    }

    private static let twenty = sample { try await $0.succeed("sync", "--results", "20").ids }

    private static let invented = sample { try await $0.succeed("list").ids }

    private static let sampleFolders = Mutex<[URL]>([])

    /// Runs a statement on the database, as no command would.
    func execute(_ sql: String) throws { try SQLiteConnection(path: database().path, mode: .readWrite).execute(sql) }

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
