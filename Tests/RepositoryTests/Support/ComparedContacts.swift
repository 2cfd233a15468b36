import Testing

@testable import Repository

extension SQLiteContactDAO {
    /// The whole result of a query, found by comparing each contact in memory: without the index and SQL conditions.
    func compared(_ query: ContactQuery) throws -> [Contact] {
        let matcher = ContactMatcher(query.filter)
        let found = try contacts(ContactQuery(limit: .max)).contacts.filter { contact in
            matcher.matches(contact) && query.filter.names?.holds(for: contact) ?? true
        }
        func place(_ contact: Contact) -> CursorPosition {
            CursorPosition(key: SortKeys(contact)[query.sort], id: contact.id)
        }
        return found.sorted { query.isReversed ? place($0) > place($1) : place($0) < place($1) }
    }
}

extension ContactDAO {
    /// The whole result of a query, page by page.
    func allPages(_ query: ContactQuery) async throws -> [Contact] {
        var (query, found) = (query, [Contact]())
        repeat {
            let page = try await contacts(query)
            #expect(page.contacts.count == query.limit || page.contacts.count < query.limit && page.next == nil)
            found += page.contacts
            query.after = page.next
        } while query.after != nil && found.count < 10_000
        return found
    }
}

extension NameCondition {
    /// Whether the condition holds for the name by which the contact is sorted.
    fileprivate func holds(for contact: Contact) -> Bool {
        let name = SortKeys(contact).last.dropFirst().filter { $0 != "'" && $0 != "`" }
        let tokens = SearchWords.tokens(name).map { Array($0.utf8) }
        let hasAll = terms.allSatisfy { term in
            SearchWord(term.text, isWhole: term.isPhrase)?.phrases.contains { phrase in
                phrase.indices.allSatisfy { index in
                    let isPrefix = !term.isPhrase && index == phrase.count - 1
                    let part = Array(phrase[index].utf8)
                    return tokens.contains { isPrefix ? $0.starts(with: part) : $0 == part }
                }
            } ?? false
        }
        return hasAll != isExcluded
    }
}
