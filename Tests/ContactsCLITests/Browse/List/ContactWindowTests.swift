import Repository
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20))) struct ContactWindowTests {
    private static func names(_ rows: [ListedContact]) -> [String] { rows.map(\.contact.displayName) }

    @Test func `the list is read from its start to its end and back, each contact once`() async throws {
        try await PeopleStore.with(PeopleStore.people(1_300)) { store in
            let reader = ContactRowReader(list: store.repository)
            for order in [ListOrder.last, .lastReversed, .first, .birthday] {
                try await readThereAndBack(reader, order)
            }
        }
    }

    private func readThereAndBack(_ reader: ContactRowReader, _ order: ListOrder) async throws {
        let request = ListRoute(sort: order)
        var window = try await reader.window(request, at: .start)
        #expect(window.offset == 0 && !window.hasBefore && window.hasAfter)
        var there = Self.names(window.rows)
        while window.hasAfter {
            let last = window.rows.last
            try await reader.extend(&window, to: .end)
            #expect(window.rows.count <= ContactWindow.limit)
            let index = try #require(window.rows.firstIndex { $0 == last })
            there += Self.names(Array(window.rows[(index + 1)...]))
        }
        #expect(there.count == 1_300)
        #expect(Set(there).count == 1_300)
        #expect(window.offset == 1_300 - window.rows.count)
        var back = Array(Self.names(window.rows).reversed())
        while window.hasBefore {
            let first = window.rows.first
            try await reader.extend(&window, to: .start)
            let index = try #require(window.rows.firstIndex { $0 == first })
            back += Self.names(Array(window.rows[..<index])).reversed()
        }
        #expect(back.reversed() == there)
        #expect(window.offset == 0)
        #expect(try await reader.window(request, at: .end).selected?.contact.displayName == there.last)
    }

    @Test func `matches in names come first, and every match once`() async throws {
        var people = PeopleStore.people(700)
        for index in 0..<400 { people[index].note = "friend of grace" }
        for index in 300..<650 { people[index].name.first = "Grace \(index)" }
        try await PeopleStore.with(people) { store in
            let reader = ContactRowReader(list: store.repository)
            var window = try await reader.window(ListRoute(query: "grace"), at: .start)
            var rows = window.rows
            while window.hasAfter {
                let last = window.rows.last
                try await reader.extend(&window, to: .end)
                let index = try #require(window.rows.firstIndex { $0 == last })
                rows += window.rows[(index + 1)...]
            }
            #expect(rows.count == 650)
            #expect(Set(rows.map(\.contact.id)).count == 650)
            #expect(rows.prefix(350).allSatisfy { $0.part == 0 && $0.contact.displayName.contains("Grace") })
            #expect(rows.dropFirst(350).allSatisfy { $0.part == 1 })
            #expect(try await reader.window(ListRoute(query: "grace"), at: .end).rows.last == rows.last)
        }
    }

    @Test func `a letter is jumped to, in both directions of the order`() async throws {
        let names = ["Abel", "Ärger", "Baker", "Cole", "Čapek", "Dunn"]
        let people = names.enumerated().map { number, name in
            Contact(id: ContactID(rawValue: "\(number)"), name: PersonName(last: name), origin: .local)
        }
        try await PeopleStore.with(people) { store in
            let reader = ContactRowReader(list: store.repository)
            var window = try await reader.window(ListRoute(), at: .text("c"))
            #expect(window.selected?.contact.displayName == "Čapek")
            #expect(Self.names(window.rows) == ["Abel", "Ärger", "Baker", "Čapek", "Cole", "Dunn"])
            window = try await reader.window(ListRoute(sort: .lastReversed), at: .text("C"))
            #expect(window.selected?.contact.displayName == "Cole")
            window = try await reader.window(ListRoute(), at: .text("z"))
            #expect(window.selected?.contact.displayName == "Dunn")
            window = try await reader.window(ListRoute(), at: .text("ä"))
            #expect(window.selected?.contact.displayName == "Abel")
        }
    }

    @Test func `a window that is read again keeps its place and its selection`() async throws {
        try await PeopleStore.with(PeopleStore.people(1_000)) { store in
            let reader = ContactRowReader(list: store.repository)
            var window = try await reader.window(ListRoute(), at: .text("L005"))
            window.select(window.selection + 7)
            let selected = window.selected
            let removals = ["id-00000", "id-00505"].map { ContactChange.remove(ContactID(rawValue: $0)) }
            _ = try await store.repository.apply(removals, title: "remove")
            let again = try await reader.reread(window)
            #expect(again.selected == selected)
            #expect(again.rows.first == window.rows.first)
            #expect(!again.rows.contains { $0.contact.id.rawValue == "id-00505" })
        }
    }

    @Test func `a selection stays inside of the rows`() {
        var window = ContactWindow(request: ListRoute())
        window.select(5)
        #expect(window.selection == 0)
        #expect(window.selected == nil)
        window = ContactWindow(
            request: ListRoute(),
            rows: PeopleStore.people(3).map { ListedContact(contact: $0, part: 0) }
        )
        window.select(-4)
        #expect(window.selection == 0)
        window.select(40)
        #expect(window.selection == 2)
    }
}

struct ListFiltersTests {
    @Test func `words are looked for in names first, and then everywhere else`() throws {
        let all = try #require(try ContactQueryParser.parse("ada city:london \"b c\""))
        let terms = [ContactTerm("ada"), ContactTerm("b c", isPhrase: true)]
        let filters = try ListRoute(query: "ada city:london \"b c\"", group: "Friends").filters()
        #expect(filters.map(\.names) == [NameCondition(terms), NameCondition(terms, isExcluded: true), nil])
        #expect(filters.map(\.reach) == [.starts, .starts, .inside], "parts of words come last")
        #expect(filters.allSatisfy { $0.expression == all })
        #expect(filters.allSatisfy { $0.category == "Friends" })
    }

    @Test func `a query without such words is one filter`() throws {
        for query in ["", "  ", "city:london", "-ada", "ada OR bea", "city:london -(ada)"] {
            #expect(try ListRoute(query: query).filters().count == 1, "\(query)")
            #expect(try ListRoute(query: query).filters().allSatisfy { $0.names == nil }, "\(query)")
        }
    }
}
