import BookSyncDoubles
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

/// A book with people and a group that has a card, for tests.
struct GroupedBook {
    static func person(_ name: String, _ lines: String...) -> String {
        SyncedBook.card("\(name) Stone", uid: name.lowercased()).replacing(
            "END:VCARD",
            with: (lines + ["END:VCARD"]).joined(separator: "\r\n")
        )
    }

    /// Runs `body` with two people, of which the first is in a group that has a card, synchronized.
    static func with(_ form: GroupForm, _ body: (SyncedBook) async throws -> Void) async throws {
        try await SyncedBook.with { book in
            book.source.put(person("Ada"), as: "ada.vcf")
            book.source.put(person("Bob"), as: "bob.vcf")
            book.source.put(form.card("friends", "ada", "elsewhere"), as: "friends.vcf")
            try await book.sync()
            #expect(try await book.groups() == ["Ada Stone": ["friends"], "Bob Stone": []])
            try await book.expectQuiet()
            try await body(book)
        }
    }
}

extension SyncedBook {
    /// The groups of each contact, by its name.
    func groups() async throws -> [String: [String]] {
        try await contacts().reduce(into: [:]) { $0[$1.displayName] = $1.categories }
    }
}
