package import Primitives
package import Repository

/// One of several books that are shown and changed as one.
package struct JoinedBook: Sendable {
    package let name: String
    package let repository: any ContactRepository & StoreWatchService
    package let duplicates: any DuplicateService
    package let history: any HistoryService
    package let mayFetch: Bool

    package init(
        name: String,
        repository: any ContactRepository & StoreWatchService,
        duplicates: any DuplicateService,
        history: (any HistoryService)? = nil,
        mayFetch: Bool
    ) {
        self.name = name
        self.repository = repository
        self.duplicates = duplicates
        self.history = history ?? RepositoryHistoryService(repository: repository)
        self.mayFetch = mayFetch
    }
}

/// Several books presented as one: each contact has the name of its book (``Contact/book``), which is also part of its
/// identifier, so that any change is made in that book.
///
/// Two books may contain contacts with the same identifier. New contacts go into the standard book.
package struct JoinedBooks: Sendable {
    /// The name of the book for new contacts.
    package let standard: String
    let books: [JoinedBook]
    private let dateOrder: DateOrder?

    /// The order of the books breaks ties between contacts that compare equal in a list; `dateOrder` is the order in
    /// which the user writes numeric dates.
    package init(_ books: [JoinedBook], standard: String, dateOrder: DateOrder? = nil) {
        self.dateOrder = dateOrder
        self.books = books
        self.standard = books.contains { $0.name == standard } ? standard : books.first?.name ?? standard
    }

    package var names: [String] { books.map(\.name) }

    /// Splits an identifier into the book's index and the identifier in that book; `nil` if it doesn't name a book.
    func parts(of id: ContactID) -> (book: Int, id: ContactID)? {
        let halves = id.rawValue.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let book = books.firstIndex(where: { $0.name == halves[0] }) else { return nil }
        return (book, ContactID(rawValue: String(halves[1])))
    }

    /// Returns the contact with its book's name, also in its identifier.
    func joined(_ contact: Contact, _ book: Int) -> Contact {
        var contact = contact
        contact.book = books[book].name
        contact.id = joined(contact.id, book)
        return contact
    }

    func joined(_ id: ContactID, _ book: Int) -> ContactID {
        ContactID(rawValue: books[book].name + ":" + id.rawValue)
    }

    /// Returns the contact with the identifier that it has in its book.
    package func apart(_ contact: Contact) -> Contact {
        var contact = contact
        contact.id = apart(contact.id)
        return contact
    }

    package func apart(_ id: ContactID) -> ContactID { parts(of: id)?.id ?? id }

    /// Groups identifiers by book, in order of first occurrence, with their positions in the whole list.
    ///
    /// - Throws: `RepositoryError` with the code `notFound` for an identifier that doesn't belong to any of the books.
    func byBook(_ ids: [ContactID]) throws -> [(book: Int, ids: [ContactID], places: [Int])] {
        var parts: [(book: Int, ids: [ContactID], places: [Int])] = []
        for (place, id) in ids.enumerated() {
            guard let (book, own) = self.parts(of: id) else {
                let shown = DisplaySafeText.line(id.rawValue, limit: 64)
                throw RepositoryError(.notFound, "No book has the identifier “\(shown)”.")
            }
            let index = parts.firstIndex { $0.book == book } ?? parts.count
            if index == parts.count { parts.append((book, [], [])) }
            parts[index].ids.append(own)
            parts[index].places.append(place)
        }
        return parts
    }
}

extension JoinedBooks: ContactListService {
    package func count(_ filter: ContactFilter) async throws -> Int {
        var count = 0
        for book in books { count += try await book.repository.count(filter) }
        return count
    }

    package func contacts(_ query: ContactQuery, policy: CachePolicy) async throws -> ContactPage {
        try await query.inParts { try await page($0, policy) }
    }

    private func page(_ query: ContactQuery, _ policy: CachePolicy) async throws -> ContactPage {
        let start = try query.after.map { try CursorPosition($0, query: query) }
        var page = ContactPage(contacts: [])
        var found: [(position: CursorPosition, contact: Contact)] = []
        var isMore = false
        for (index, book) in books.enumerated() {
            var part = query
            part.after = start.map { self.start(in: index, $0).cursor(query) }
            let read = try await book.repository.contacts(part, policy: book.mayFetch ? policy : .cacheOnly)
            page.notices += read.notices
            isMore = isMore || read.next != nil
            found += read.contacts.map { contact in
                // Among equal contacts, the order of the books decides.
                let place = ContactID(rawValue: index.digits(6) + contact.id.rawValue)
                return (CursorPosition(key: SortKeys(contact)[query.sort], id: place), joined(contact, index))
            }
        }
        found.sort { query.isReversed ? $1.position < $0.position : $0.position < $1.position }
        page.contacts = found.prefix(query.limit).map(\.contact)
        if isMore || found.count > query.limit, let last = page.contacts.last {
            page.next = CursorPosition(key: SortKeys(last)[query.sort], id: last.id).cursor(query)
        }
        return page
    }

    /// Returns the position where a book's list continues after a contact from any book.
    private func start(in book: Int, _ position: CursorPosition) -> CursorPosition {
        // A position without a book is the same for each.
        guard let last = parts(of: position.id) else { return position }
        // Among equal contacts, those in an earlier book come first; reversed, those in a later one.
        let edge = ContactID(rawValue: book < last.book ? "\u{10FFFF}" : "")
        return CursorPosition(key: position.key, id: book == last.book ? last.id : edge)
    }
}

extension JoinedBooks: OverviewService {
    package func overview() async throws -> StoreOverview {
        var sum = StoreOverview()
        for book in books { sum.add(try await book.repository.overview()) }
        return sum
    }
}

extension JoinedBooks: StoreWatchService {
    package func storeChanges() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let tasks = books.map { book in
                Task {
                    for await _ in book.repository.storeChanges() { continuation.yield() }
                }
            }
            continuation.onTermination = { _ in
                for task in tasks { task.cancel() }
            }
        }
    }
}

extension JoinedBooks: ContactService {
    /// Finds the only contact that the text refers to, in the book named in the identifier, or else in all books.
    package func contact(matching text: String, for purpose: SelectionPurpose) async throws -> Contact {
        if let part = parts(of: ContactID(rawValue: text)) {
            let contact = try await finder(part.book).contact(matching: part.id.rawValue, for: purpose)
            return joined(contact, part.book)
        }
        var found: [Contact] = []
        var others: [RepositoryError] = []
        _ = try await wherePresent { index in
            do {
                found.append(joined(try await finder(index).contact(matching: text, for: purpose), index))
            } catch var error as RepositoryError where error.code == .ambiguous {
                error.candidates = error.candidates.map { joined($0, index) }
                others.append(error)
            }
        }
        // To change a contact, its exact name in one book is enough if other books only have similar ones. A query
        // isn't: if it matches one contact in this book and several in another, it is ambiguous.
        let isExact = found.contains { contact in
            RepositoryContactService.isName(text, of: contact)
                || apart(contact.id).rawValue.hasPrefix(text.lowercased())
        }
        if purpose == .changing, isExact {
            others.removeAll { !$0.candidates.contains { RepositoryContactService.isName(text, of: $0) } }
        }
        if found.count == 1, others.isEmpty { return found[0] }
        if found.isEmpty, others.count == 1 { throw others[0] }
        throw RepositoryError(
            .ambiguous,
            "“\(DisplaySafeText.line(text, limit: 64))” matches contacts in several books. Put the book before the "
                + "identifier, as in \(standard):3fa2.",
            candidates: found + others.flatMap(\.candidates)
        )
    }

    private func finder(_ book: Int) -> RepositoryContactService {
        RepositoryContactService(repository: books[book].repository)
    }

    package func contacts(inGroup name: String) async throws -> [Contact] {
        try await wherePresent { index in
            try await finder(index).contacts(inGroup: name).map { joined($0, index) }
        }.flatMap(\.self)
    }

    /// Runs `work` for each book that doesn't throw `notFound`; rethrows that error if all of them do.
    private func wherePresent<Result>(_ work: (_ book: Int) async throws -> Result) async throws -> [Result] {
        var results: [Result] = []
        var missing: (any Error)?
        for index in books.indices {
            do {
                results.append(try await work(index))
            } catch let error as RepositoryError where error.code == .notFound {
                missing = error
            }
        }
        if results.isEmpty, let missing { throw missing }
        return results
    }
}

extension JoinedBooks: ContactChangeService {
    private func changes(in book: Int) -> RepositoryContactChangeService {
        RepositoryContactChangeService(repository: books[book].repository, dateOrder: dateOrder)
    }

    private func standardBook() throws -> Int {
        guard !books.isEmpty else {
            throw RepositoryError(.notFound, "You don't have a book of your own yet. “contacts add” creates one.")
        }
        return books.firstIndex { $0.name == standard } ?? 0
    }

    /// Adds the contact to the book that it names, or to the standard book.
    package func add(_ contact: Contact) async throws -> Contact {
        let book = try books.firstIndex { $0.name == contact.book } ?? standardBook()
        var own = contact
        own.book = nil
        return joined(try await changes(in: book).add(own), book)
    }

    package func check(_ contact: Contact) async throws -> Contact {
        try await changes(in: standardBook()).check(contact)
    }

    /// Checks the edit against all contacts, and then applies it, as one history step per book; one undo reverts all of
    /// them.
    package func edit(_ ids: [ContactID], with edit: ContactEdit, title: String) async throws -> [ContactUpdate] {
        _ = try await preview(ids, with: edit)
        return try await inBooks(of: ids, isStep: true) { book, ids in
            try await changes(in: book).edit(ids, with: edit, title: title).map { joined($0, book) }
        }
    }

    package func preview(_ ids: [ContactID], with edit: ContactEdit) async throws -> [ContactUpdate] {
        try await inBooks(of: ids, isStep: false) { book, ids in
            try await changes(in: book).preview(ids, with: edit).map { joined($0, book) }
        }
    }

    private func joined(_ update: ContactUpdate, _ book: Int) -> ContactUpdate {
        ContactUpdate(old: joined(update.old, book), new: joined(update.new, book))
    }

    package func remove(_ ids: [ContactID]) async throws -> [Contact] {
        // Finds all contacts before removing the first one.
        for part in try byBook(ids) {
            let contacts = try await books[part.book].repository.contacts(withIDs: part.ids)
            try RepositoryContactChangeService.requireAll(part.ids, in: contacts)
        }
        return try await inBooks(of: ids, isStep: true) { book, ids in
            try await changes(in: book).remove(ids).map { joined($0, book) }
        }
    }

    /// Deletes a group without contacts from all books that have it.
    package func deleteEmptyGroup(_ name: String) async throws {
        _ = try await wherePresent { try await changes(in: $0).deleteEmptyGroup(name) }
    }

    /// Runs `work` book by book, with one result per contact; if it is a history step, the books' steps are linked.
    private func inBooks<Result>(
        of ids: [ContactID],
        isStep: Bool,
        _ work: (_ book: Int, _ ids: [ContactID]) async throws -> [Result]
    ) async throws -> [Result] {
        let parts = try byBook(ids)
        let results = try await inBooks(parts.map(\.book), isStep: isStep) { try await work($1, parts[$0].ids) }
        return zip(parts, results).flatMap { zip($0.places, $1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// Runs `work` for one book after the other; steps recorded in several books are undone and redone together.
    private func inBooks<Result>(
        _ own: [Int],
        isStep: Bool,
        _ work: (_ place: Int, _ book: Int) async throws -> Result
    ) async throws -> [Result] {
        var results: [Result] = []
        var steps: [(book: Int, id: Int64)] = []
        let isShared = isStep && own.count > 1
        for (place, book) in own.enumerated() {
            let repository = books[book].repository
            let before = try await isShared ? repository.nextStep(isUndone: false)?.id : nil
            results.append(try await work(place, book))
            // A change without effect doesn't record a step.
            if isShared, let step = try await repository.nextStep(isUndone: false)?.id, step != before {
                steps.append((book, step))
            }
        }
        let note = StepNote.shared(UUID().uuidString)
        if steps.count > 1 { for step in steps { try await books[step.book].repository.annotate(step.id, with: note) } }
        return results
    }
}

// Contacts in different books aren't duplicates.
extension JoinedBooks: DuplicateService {
    package func duplicates(
        progress: @escaping @Sendable (_ read: Int, _ total: Int) -> Void
    ) async throws -> [DuplicateGroup] {
        let total = try await count(ContactFilter())
        var groups: [DuplicateGroup] = []
        var before = 0
        for (index, book) in books.enumerated() {
            let start = before
            groups += try await book.duplicates.duplicates { read, _ in progress(start + read, total) }.map { group in
                var group = group
                group.contacts = group.contacts.map { joined($0, index) }
                return group
            }
            before += try await book.repository.count(ContactFilter())
        }
        return groups.sorted { $0.score > $1.score }
    }

    package func mark(_ ids: [ContactID], areDifferent: Bool) async throws {
        let part = try only(ids)
        try await books[part.book].duplicates.mark(part.ids, areDifferent: areDifferent)
    }

    package func preview(_ ids: [ContactID]) async throws -> (old: Contact, merged: Contact) {
        let part = try only(ids)
        let result = try await books[part.book].duplicates.preview(part.ids)
        return (joined(result.old, part.book), joined(result.merged, part.book))
    }

    package func merge(_ groups: [[ContactID]], title: String) async throws -> [Contact] {
        let parts = try Dictionary(grouping: groups.map(only), by: \.book)
        return try await inBooks(parts.keys.sorted(), isStep: true) { _, book in
            let own = parts[book]?.map(\.ids) ?? []
            return try await books[book].duplicates.merge(own, title: title).map { joined($0, book) }
        }.flatMap(\.self)
    }

    private func only(_ ids: [ContactID]) throws -> (book: Int, ids: [ContactID]) {
        let parts = try byBook(ids)
        guard parts.count == 1 else {
            let message = "These contacts are in different books. Copy them into one first: contacts copy."
            throw RepositoryError.invalid(message)
        }
        return (parts[0].book, parts[0].ids)
    }
}

/// The histories of all books merged into one, with the steps ordered by time.
///
/// An undo reverts the latest step in any book that isn't undone yet. A redo restores the earliest undone step, which
/// is the one undone last. The steps of one change in several books are undone and redone together.
extension JoinedBooks: HistoryService {
    package func nextSteps(_ count: Int, isUndone: Bool) async throws -> [HistoryStep] {
        try RepositoryError.requirePositive(count, "steps")
        let steps = try await history(limit: HistoryStep.keptCount * books.count).filter { $0.isUndone == isUndone }
        return Array((isUndone ? steps.reversed() : steps).prefix(count))
    }

    package func turn(steps count: Int, isUndone: Bool) async throws -> [HistoryStep] {
        try RepositoryError.requirePositive(count, "steps")
        var done: [HistoryStep] = []
        for _ in 0..<count {
            var next: [(book: Int, step: HistoryStep)] = []
            for (index, book) in books.enumerated() {
                if let step = try await book.repository.nextStep(isUndone: isUndone) { next.append((index, step)) }
            }
            let earliest = next.min { $0.step.date < $1.step.date }
            let latest = next.max { $0.step.date < $1.step.date }
            guard let first = isUndone ? earliest : latest else { break }
            let isShared = if case .shared? = first.step.note { true } else { false }
            for (book, step) in next where book == first.book || isShared && step.note == first.step.note {
                done += try await books[book].history.turn(steps: 1, isUndone: isUndone).map { joined($0, book) }
            }
        }
        return done
    }

    package func history(limit: Int) async throws -> [HistoryStep] {
        try RepositoryError.requirePositive(limit, "steps")
        var left: [ArraySlice<HistoryStep>] = []
        for (index, book) in books.enumerated() {
            left.append(try await book.repository.history(limit: limit).map { joined($0, index) }[...])
        }
        // The steps of each book stay in order, even if the clock was set back.
        var steps: [HistoryStep] = []
        func date(_ book: Int) -> Date { left[book].first?.date ?? .distantPast }
        while steps.count < limit {
            guard let latest = left.indices.max(by: { date($0) < date($1) }), let step = left[latest].popFirst()
            else { break }
            steps.append(step)
        }
        return steps
    }

    package func step(_ id: Int64, limit: Int) async throws -> HistoryDetail {
        let (own, number) = id.quotientAndRemainder(dividingBy: Int64(books.count))
        let book = Int(number)
        var detail = try await books[book].history.step(own, limit: limit)
        detail.step = joined(detail.step, book)
        detail.changes = detail.changes.map { joined($0, book) }
        return detail
    }

    package func revisions(of id: ContactID) async throws -> [ContactRevision] {
        let part = try only([id])
        return try await books[part.book].repository.revisions(of: part.ids[0]).map { revision in
            var revision = revision
            revision.step = joined(revision.step, part.book)
            revision.change = joined(revision.change, part.book)
            return revision
        }
    }

    private func joined(_ change: HistoryChange, _ book: Int) -> HistoryChange {
        let (before, after) = (change.before.map { joined($0, book) }, change.after.map { joined($0, book) })
        return HistoryChange(id: joined(change.id, book), before: before, after: after)
    }

    /// Returns the step with its book and a number that is unique across all books.
    private func joined(_ step: HistoryStep, _ book: Int) -> HistoryStep {
        var joined = step
        joined.id = step.id * Int64(books.count) + Int64(book)
        joined.book = books[book].name
        joined.contacts = step.contacts.map { self.joined($0, book) }
        return joined
    }
}
