import BlocTesting
import Foundation

@testable import Repository

extension Contact {
    /// A contact with names that end in `name`.
    static func sample(_ name: String, index: Int = 0, change: (inout Contact) -> Void = { _ in }) -> Contact {
        var contact = Contact(id: ContactID(rawValue: ""))
        contact.name = PersonName(title: "Ms", first: "First \(name)", last: "Last \(name)")
        contact.email = "mail-\(index)@example.com"
        contact.phones = [ContactValue("(067) Z42-7667", types: ["home"])]
        contact.birthday = "1984-11-12"
        change(&contact)
        return contact
    }
}

extension ContactEdit {
    /// An edit of fields for which its own initializer has no parameter.
    init(_ change: (inout ContactEdit) -> Void) {
        self.init()
        change(&self)
    }
}

extension ContactFilter {
    /// The filter of a query as users type it.
    init(query: String) throws { self.init(expression: try ContactQueryParser.parse(query)) }
}

extension RemotePerson {
    /// A person with names that end in `name`, and the identifier `uuid-NAME` by default.
    static func sample(
        _ name: String,
        index: Int = 0,
        uuid: String?? = nil,
        change: (inout Contact) -> Void = { _ in }
    ) -> RemotePerson {
        RemotePerson(index: index, uuid: uuid ?? "uuid-\(name)", contact: .sample(name, index: index, change: change))
    }
}

extension FetchedPage {
    static func sample(
        _ people: [RemotePerson],
        source: ContactSource = ContactSource(version: "1.4", seed: "abc"),
        page: Int = 1,
        results: Int = 50,
        at seconds: Double = 1000
    ) -> FetchedPage {
        FetchedPage(
            asked: source,
            page: page,
            results: results,
            fetchedAt: Date(timeIntervalSince1970: seconds),
            answer: RemotePage(people: people, source: source)
        )
    }
}

extension ContactPage {
    var lastNames: [String?] { contacts.map(\.name.last) }
    var ids: [String] { contacts.map(\.id.rawValue) }
}

/// The ``RepositoryError`` that `body` throws.
func repositoryError(_ body: () async throws -> Void) async -> RepositoryError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? RepositoryError
    }
}

extension ContactStore {
    /// Edits one contact as one step of history, and returns it as it is now.
    func update(_ id: ContactID, with edit: ContactEdit) async throws -> Contact {
        try await apply([.edit(id, edit)], title: "edit")[0]
    }
}

extension ContactDAO {
    func all(sort: ContactSort = .last) async throws -> [Contact] {
        try await contacts(ContactQuery(sort: sort, limit: 10_000)).contacts
    }

    func contact(_ id: String) async throws -> Contact? {
        try await contacts(withIDs: [ContactID(rawValue: id)]).first
    }

    func found(_ text: String) async throws -> [String] {
        try await contacts(ContactQuery(limit: 100, filter: ContactFilter(text: text))).ids
    }

    /// Stores 40 people, of whom one is edited and in a group, and another one removed.
    func fill() async throws {
        let people = (0..<40).map { RemotePerson.sample("n\($0)", index: $0) }
        _ = try await store(.sample(people))
        let edit = ContactEdit { ($0.email, $0.categories) = ("mine@x", ["Büro"]) }
        _ = try await update(ContactID(rawValue: "uuid-n3"), with: edit)
        _ = try await apply([.remove(ContactID(rawValue: "uuid-n4"))], title: "remove")
    }
}

extension SplitMix64 {
    mutating func one<Value>(of values: [Value]) -> Value {
        values[Int(next() % UInt64(values.count))]
    }
}
