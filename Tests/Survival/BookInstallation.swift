import Foundation
import Loopback
import Repository

/// The built program with a home folder of its own, and a book that is synchronized with a folder of files.
///
/// Radicale keeps its cards as files, too, so both kinds of partners are edited and compared in the same way.
struct BookInstallation {
    /// A contact on one side: its UID, and everything that is said of it.
    struct Card {
        var uid: String
        var text: String
    }

    /// What the ledger says.
    struct Ledger: CustomStringConvertible {
        var items: Int
        var intents: Int
        var changed: Int
        var unread: Int

        var isUnfinished: Bool { intents + changed + unread > 0 }
        var description: String { "\(items) items, \(intents) begun, \(changed) changed, \(unread) unread" }
    }

    let folder: URL
    let partnerName: String
    private let cards: URL
    private let program: URL
    private let environment: [String: String]

    private static let book = "kill"

    /// Ends the server with the process that started it, in whatever way that ends.
    private static var watch: URL {
        // This file is Tests/Survival/BookInstallation.swift.
        var root = URL(filePath: #filePath)
        for _ in 0..<3 { root.deleteLastPathComponent() }
        return root.appending(path: "Scripts/while-parent-lives")
    }

    /// Runs `body` with an installation, which is removed afterwards.
    static func with<Result>(
        _ program: URL,
        _ partner: BookKills.Partner,
        _ body: (BookInstallation) throws -> Result
    ) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "survival-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        switch partner {
        case .folder:
            let cards = folder.appending(path: "cards")
            try FileManager.default.createDirectory(at: cards, withIntermediateDirectories: true)
            let installation = BookInstallation(program, folder, cards, "a folder")
            try installation.run(["book", "add", book, "--folder", cards.path], inBook: false)
            return try body(installation)
        case .radicale(let python):
            let data = folder.appending(path: "data")
            let cards = data.appending(path: "collection-root/ada/book")
            try FileManager.default.createDirectory(at: cards, withIntermediateDirectories: true)
            try #"{"tag": "VADDRESSBOOK"}"#.write(
                to: cards.appending(path: ".Radicale.props"),
                atomically: true,
                encoding: .utf8
            )
            let (listener, port) = try LoopbackSocket.listening()
            close(listener)
            let server = try ChildProcess(
                python,
                [
                    watch.path, python.path, "-m", "radicale", "--config", "", "--server-hosts", "127.0.0.1:\(port)",
                    "--storage-filesystem-folder", data.path, "--auth-type", "none", "--logging-level", "critical",
                ],
                environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path],
                folder: folder
            )
            defer { _ = server.killed(after: 0) }
            try server.wait {
                guard let socket = try? LoopbackSocket.connected(to: port) else { return false }
                close(socket)
                return true
            }
            let installation = BookInstallation(program, folder, cards, "Radicale")
            try installation.run(
                [
                    "book", "add", book, "--carddav", "http://127.0.0.1:\(port)/ada/book/", "--user", "ada",
                    "--password-command", "echo pass",
                ],
                inBook: false
            )
            return try body(installation)
        }
    }

    private init(_ program: URL, _ folder: URL, _ cards: URL, _ name: String) {
        self.program = program
        self.folder = folder
        self.cards = cards
        partnerName = name
        environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
    }

    /// Starts the program in the book.
    func start(_ arguments: [String], inBook: Bool = true) throws -> ChildProcess {
        let book = inBook ? ["--book", Self.book] : []
        return try ChildProcess(program, book + arguments, environment: environment, folder: folder)
    }

    /// Runs the program to its end, which has to be a success.
    ///
    /// - Returns: What it said.
    @discardableResult
    func run(_ arguments: [String], inBook: Bool = true) throws -> String {
        let child = try start(arguments, inBook: inBook)
        try child.succeed()
        return child.messageText
    }

    // MARK: There

    /// The card with the UID, which may have any name.
    func card(_ uid: String) throws -> String {
        let found = try cardsThere().first { $0.uid == uid }
        guard let found else { throw SurvivalFailure("There is no card of “\(uid)”.") }
        return found.text
    }

    /// Writes a card as another program would: at once as a whole.
    func write(_ uid: String, _ text: String) throws {
        let file = try file(of: uid) ?? cards.appending(path: uid + ".vcf")
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    func removeCard(_ uid: String) throws {
        guard let file = try file(of: uid) else { throw SurvivalFailure("There is no card of “\(uid)”.") }
        try FileManager.default.removeItem(at: file)
    }

    private func file(of uid: String) throws -> URL? {
        try files().first { try Self.uid(of: String(contentsOf: $0, encoding: .utf8)) == uid }
    }

    private func files() throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: cards, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "vcf" && !$0.lastPathComponent.hasPrefix(".") }
    }

    func cardsThere() throws -> [Card] {
        try files().map { file in
            let text = try String(contentsOf: file, encoding: .utf8)
            return Card(uid: Self.uid(of: text), text: text)
        }
    }

    private static func uid(of text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("UID:") }
        return line.map { String($0.dropFirst(4)) } ?? ""
    }

    // MARK: Here

    private var database: String { folder.appending(path: ".local/share/contacts/books/\(Self.book).sqlite").path }

    func contactsHere() throws -> [Card] {
        let sql = """
            SELECT coalesce(c.uid, 'urn:uuid:' || c.id), l.card FROM contact c
            JOIN contact_local l ON l.contact = c.number WHERE c.deleted_at IS NULL
            """
        return try StoreView(path: database).rows(sql) { Card(uid: $0.text(0) ?? "", text: $0.text(1) ?? "") }
    }

    func ledger() throws -> Ledger {
        let connection = try SQLiteConnection(path: database, mode: .readOnly)
        func count(_ sql: String) throws -> Int { Int(try connection.integer("SELECT count(*) FROM \(sql)")) }
        return Ledger(
            items: try count("sync_item WHERE contact IS NOT NULL AND href IS NOT NULL"),
            intents: try count("sync_item WHERE intent IS NOT NULL"),
            changed: try count("sync_dirty"),
            unread: try count("sync_item WHERE etag IS NULL")
        )
    }

    func checkSoundness() throws { try StoreView(path: database).checkSoundness() }
}
