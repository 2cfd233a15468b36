import Foundation

@testable import Repository

if CommandLine.arguments.dropFirst().first == ReadWork.command {
    try await ReadWork.run(CommandLine.arguments.dropFirst(2))
    exit(0)
}

// DataFigures [CONTACTS [MANY]]: figures of the data layer for CONTACTS contacts, and for a store with MANY.
let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
let many = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 1_000_000

let folder = FileManager.default.temporaryDirectory.appending(path: "data-figures-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

let source = ContactSource(version: "1.4", seed: "figures")

/// Makes pages of people whose identifiers the store can use.
func pages(_ contacts: [Contact], from start: Int = 0) -> [FetchedPage] {
    stride(from: 0, to: contacts.count, by: 5000).map { first in
        let people = contacts[first..<min(first + 5000, contacts.count)].enumerated().map { index, contact in
            RemotePerson(index: index, uuid: People.id(start + first + index), contact: contact)
        }
        return FetchedPage(
            asked: source,
            page: (start + first) / 5000 + 1,
            results: 5000,
            fetchedAt: Date(),
            answer: RemotePage(people: people, source: source)
        )
    }
}

/// An empty database with the store's tables.
func emptyStore(_ name: String) async throws -> String {
    let path = folder.appending(path: name).path
    let dao = SQLiteContactDAO(path: path)
    _ = try await dao.store(
        pages([])[safe: 0]
            ?? FetchedPage(
                asked: source,
                page: 1,
                results: 5000,
                fetchedAt: Date(),
                answer: RemotePage(people: [], source: source)
            )
    )
    await dao.close()
    return path
}

extension Array {
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

if count > 0 {
    let old = People.contacts(0..<count)
    let new = People.contacts(0..<count, generation: 1)
    let oldPages = pages(old)
    let newPages = pages(new)
    let oldRows = old.enumerated().map { ContactRow($1, id: People.id($0)) }
    let newRows = new.enumerated().map { ContactRow($1, id: People.id($0)) }
    let oldTexts = TextRows(oldRows.map(\.texts))
    let newTexts = TextRows(newRows.map(\.texts))

    // The sort keys and search words are ready for all stores alike: the program derives them while it decodes.
    // Each work is measured from opening to closing the file, so that all data has been written to the file itself.
    var times: [String: [Double]] = [:]
    func note(_ name: String, _ work: () async throws -> Void) async throws {
        times[name, default: []].append(try await Timing.processor(count, work))
    }
    func write(_ pages: [FetchedPage], into path: String) async throws {
        let dao = SQLiteContactDAO(path: path)
        for page in pages { _ = try await dao.store(page) }
        await dao.close()
    }
    for round in 0..<5 {
        let barePath = try await emptyStore("bare-\(round)")
        let path = try await emptyStore("own-\(round)")
        let recordsPath = try await emptyStore("records-\(round)")
        func records(_ work: (RecordStore) throws -> Void) throws {
            let records = try RecordStore(path: recordsPath)
            try work(records)
            try records.close()
        }
        try await note("insert: C") { try BareStore(path: barePath).insert(oldTexts) }
        try await note("insert: SQLiteContactDAO") { try await write(oldPages, into: path) }

        try await note("update: C") { try BareStore(path: barePath).update(newTexts) }
        try await note("update: SQLiteContactDAO") { try await write(newPages, into: path) }

        try await note("same: SQLiteContactDAO") { try await write(newPages, into: path) }

        // Last, because it leaves a fragmented heap, in which the others are slower.
        try await note("insert: GRDB") { try records { try $0.insert(oldRows) } }
        try await note("update: GRDB") { try records { try $0.update(newRows) } }
        for work in ReadWork.allCases {
            let path = [.bare, .copies].contains(work) ? barePath : work == .own ? path : recordsPath
            times["read: \(work.rawValue)", default: []].append(try work.measure(path, count))
        }
        for path in [barePath, path, recordsPath] { try FileManager.default.removeItem(atPath: path) }
    }
    print("\(count) contacts with search index, processor time for each")
    for (kind, floor) in [
        ("insert", "insert: C"), ("update", "update: C"), ("read", "read: C, nothing copied"), ("same", "update: C"),
    ] {
        for name in times.keys.sorted() where name.hasPrefix(kind + ":") {
            Timing.row(name, Timing.median(times[name] ?? []), against: Timing.median(times[floor] ?? []))
        }
    }
    let imported = SQLiteContactDAO(path: folder.appending(path: "imported").path)
    let time = try await Timing.microseconds(count) {
        let batches = Batches(old)
        _ = try await imported.importContacts(title: "import", duplicates: .update) { batches.next() }
    }
    await imported.close()
    Timing.row("import into an empty store", time)
    print("that is \(Int(1e6 / time)) contacts a second")
}

if many > 0 {
    let dao = SQLiteContactDAO(path: folder.appending(path: "many").path)
    let filling = try await Timing.microseconds(many) {
        for start in stride(from: 0, to: many, by: 50_000) {
            for page in pages(People.contacts(start..<min(start + 50_000, many)), from: start) {
                _ = try await dao.store(page)
            }
        }
    }
    print("\n\(many) contacts")
    Timing.row("filling, for each", filling)
    var generator = SystemRandomNumberGenerator()
    for sort in [ContactSort.last, .first, .birthday] {
        var times: [Double] = []
        for _ in 0..<300 {
            var contact = People.contact(Int.random(in: 0..<many, using: &generator))
            contact.id = ContactID(rawValue: "m")
            var query = ContactQuery(limit: 50)
            query.sort = sort
            query.after = CursorPosition(key: SortKeys(contact)[sort], id: contact.id).cursor(query)
            times.append(try await Timing.microseconds { _ = try await dao.contacts(query) })
        }
        Timing.row("page of 50 anywhere, by \(sort.rawValue), median", Timing.median(times))
        Timing.row("the same, 95th percentile", Timing.late(times))
    }
    let words: [(String, (Contact) -> String)] = [
        ("first and last name", { "\($0.name.first ?? "") \($0.name.last ?? "")" }),
        ("prefixes of two letters", { "\(($0.name.first ?? "").prefix(2)) \(($0.name.last ?? "").prefix(2))" }),
        ("prefixes of three letters", { "\(($0.name.first ?? "").prefix(3)) \(($0.name.last ?? "").prefix(3))" }),
        ("city and first name", { "\($0.address.city ?? "") \($0.name.first ?? "")" }),
        ("city and country", { "\($0.address.city ?? "") \($0.address.country ?? "")" }),
    ]
    for (name, text) in words {
        var times: [Double] = []
        for _ in 0..<200 {
            let contact = People.contact(Int.random(in: 0..<many, using: &generator))
            let query = ContactQuery(limit: 50, filter: ContactFilter(text: text(contact)))
            times.append(try await Timing.microseconds { _ = try await dao.contacts(query) })
        }
        Timing.row("search: \(name), median", Timing.median(times))
        Timing.row("the same, 95th percentile", Timing.late(times))
    }
    await dao.close()
}
