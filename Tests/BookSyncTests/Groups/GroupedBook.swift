import BookSyncDoubles
import Foundation
import Repository
import Testing

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
