import BookSync
import BookSyncDoubles
import Foundation
import Repository
import Synchronization
import Testing
import VCard

/// A book with a source in memory, which is removed with the last reference to it.
final class SyncedBook: Sendable {
    let store: SQLiteContactDAO
    let source = MemoryCardSource()
    private let folder = FileManager.default.temporaryDirectory.appending(path: "booksync-\(UUID().uuidString)")

    /// The path of the database.
    var path: String { folder.appending(path: "contacts.sqlite").path }

    init() {
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        store = SQLiteContactDAO(path: folder.appending(path: "contacts.sqlite").path)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @discardableResult
    func sync(
        _ rule: ConflictRule = .both,
        massRemoval: Bool = false,
        with other: (any CardSource)? = nil,
        isTrial: Bool = false,
        at time: Date? = nil,
        ask: (@Sendable (SyncConflict) async throws -> [String: ConflictSide])? = nil
    ) async throws -> SyncReport {
        var pass = SyncPass(
            store: store,
            source: other ?? source,
            options: SyncOptions(conflict: rule, allowsMassRemoval: massRemoval),
            isTrial: isTrial,
            now: { time ?? Date() },
            ask: ask
        )
        return try await pass.run()
    }

    /// Synchronises, and expects that nothing was written anywhere.
    func expectQuiet(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        source.forgetCalls()
        let before = try await contacts()
        let steps = try await store.history(limit: 1000).count
        let report = try await sync()
        #expect(source.written == [], sourceLocation: sourceLocation)
        #expect(report.entries.filter { $0.action != .apart } == [], sourceLocation: sourceLocation)
        #expect(try await contacts() == before, sourceLocation: sourceLocation)
        #expect(try await store.history(limit: 1000).count == steps, sourceLocation: sourceLocation)
    }

    func contacts() async throws -> [Contact] {
        try await store.contacts(ContactQuery(limit: 5000)).contacts.sorted { $0.id < $1.id }
    }

    func names() async throws -> [String] { try await contacts().map(\.displayName).sorted() }

    func contact(_ name: String) async throws -> Contact {
        try #require(try await contacts().first { $0.displayName == name })
    }

    @discardableResult
    func add(_ name: String, _ change: (inout Contact) -> Void = { _ in }) async throws -> Contact {
        var contact = Contact(id: ContactID(rawValue: ""), origin: .local)
        let words = name.split(separator: " ")
        contact.name.first = words.first.map(String.init)
        contact.name.last = words.count > 1 ? words.last.map(String.init) : nil
        change(&contact)
        return try #require(try await store.apply([.add(contact)], title: "add").first)
    }

    func change(_ name: String, _ change: (inout Contact) -> Void) async throws {
        var contact = try await contact(name)
        change(&contact)
        _ = try await store.apply([.replace(contact.id, contact)], title: "edit")
    }

    func remove(_ name: String) async throws {
        _ = try await store.apply([.remove(try await contact(name).id)], title: "remove")
    }

    /// Changes a card as another program would.
    func rewrite(_ href: String, _ old: String, _ new: String) throws {
        let text = try #require(source.cards[href])
        #expect(text.contains(old))
        source.put(text.replacing(old, with: new), as: href)
    }

    static func card(_ name: String, uid: String? = nil, _ lines: String...) -> String {
        let words = name.split(separator: " ")
        let last = words.count > 1 ? String(words.last ?? "") : ""
        var text = ["BEGIN:VCARD", "VERSION:3.0"]
        if let uid { text.append("UID:\(uid)") }
        text += ["FN:\(name)", "N:\(last);\(words.first ?? "");;;"] + lines + ["END:VCARD"]
        return text.joined(separator: "\r\n") + "\r\n"
    }
}

/// How a card says that it is a group.
enum GroupForm: CaseIterable {
    case standard, apple, bare

    func card(_ name: String, _ members: String...) -> String { card(name, members) }

    func card(_ name: String, _ members: [String]) -> String {
        let version = self == .standard ? "4.0" : "3.0"
        let kind = self == .standard ? "KIND" : "X-ADDRESSBOOKSERVER-KIND"
        return
            (["BEGIN:VCARD", "VERSION:\(version)", "UID:group-1", "X-ODD;A=1:kept", "FN:\(name)", "N:\(name);;;;"]
            + ["\(kind):group"] + members.map(member) + ["END:VCARD"])
            .map { $0 + "\r\n" }.joined()
    }

    func member(_ uid: String) -> String {
        switch self {
        case .standard: "MEMBER:urn:uuid:\(uid)"
        case .apple: "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:\(uid)"
        case .bare: "X-ADDRESSBOOKSERVER-MEMBER:\(uid)"
        }
    }
}

extension SyncedBook {
    /// Returns the card of a person whose last name is Stone and whose UID is the first name.
    static func person(_ name: String, _ lines: String...) -> String {
        card("\(name) Stone", uid: name.lowercased()).adding(lines)
    }

    /// Returns a synchronized book with two people, of which the first is in a group that has a card.
    static func grouped(_ form: GroupForm) async throws -> SyncedBook {
        let book = SyncedBook()
        book.source.put(person("Ada"), as: "ada.vcf")
        book.source.put(person("Bob"), as: "bob.vcf")
        book.source.put(form.card("friends", "ada", "elsewhere"), as: "friends.vcf")
        try await book.sync()
        #expect(try await book.groups() == ["Ada Stone": ["friends"], "Bob Stone": []])
        try await book.expectQuiet()
        return book
    }

    /// Takes all contacts out of a group, as deleting it does.
    func deleteGroup(_ name: String, title: String = HistoryStep.groupDeletion, into other: String? = nil) async throws
    {
        var edit = ContactEdit()
        edit.removedCategories = [name]
        edit.addedCategories = [other].compactMap(\.self)
        let members = try await contacts().filter { $0.categories.contains(name) }
        _ = try await store.apply(members.map { .edit($0.id, edit) }, title: title)
    }

    /// The groups of each contact, by its name.
    func groups() async throws -> [String: [String]] {
        try await contacts().reduce(into: [:]) { $0[$1.displayName] = $1.categories }
    }
}

extension String {
    /// Returns the card with more lines at its end.
    func adding(_ lines: [String]) -> String {
        replacing("END:VCARD", with: (lines + ["END:VCARD"]).joined(separator: "\r\n"))
    }
}
