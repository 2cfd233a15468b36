import Bloc
import BlocKit
import BlocTesting
import Repository
import Services
import TerminalUI
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20))) @MainActor struct ContactListPageTests {
    @Test func `the order changes by a key, and the path keeps it`() async throws {
        try await BrowseHarness.list(30) { browse in
            await browse.press("S", shows: "F00029")
            #expect(browse.router.state.current == .contacts(ListRoute(sort: .lastReversed)))
            await browse.press("s", shows: "by -first")
            await browse.press("G", shows: "F00000")
        }
    }

    @Test func `favorites and a group are shown alone, and Escape shows all again`() async throws {
        var people = PeopleStore.people(10)
        people[3].categories = ["Friends"]
        people[4].isFavorite = true
        try await BrowseHarness.with(people, shows: "10 contacts") { browse in
            await browse.press("*", shows: "1 contact")
            await browse.shows("F00004")
            await browse.press(.escape, shows: "10 contacts")
            await browse.press("o", shows: "1 contact")
            await browse.type("fri", .enter, shows: "group Friends")
            await browse.press(.escape, shows: "10 contacts")
        }
    }

    @Test func `marks change the footer, and all matches are marked at once`() async throws {
        try await BrowseHarness.list(30) { browse in
            #expect(browse.text().contains("Enter Open"))
            await browse.press(" ", shows: "1 marked: x Export  d Remove")
            await browse.type("/F0001", shows: "10 contacts")
            await browse.press(.escape, "c", "A", shows: "10 marked: x Export  d Remove")
            await browse.press("d", shows: "Remove 10 contacts (")
            await browse.press("y", shows: "No contacts match.")
        }
    }

    @Test func `a removal is confirmed, and undone it returns the cursor to the contact`() async throws {
        try await BrowseHarness.list(400) { browse in
            await browse.press(.pageDown, .pageDown, .down)
            let place = try #require(browse.session.page.place)
            // No is the highlighted button.
            await browse.press("d", shows: "Remove F00041 L00041?")
            await browse.press(.enter)
            await browse.hides("Remove F00041")
            await browse.press("d", "y", shows: "399 contacts")
            await browse.press("g")
            while browse.session.page.place?.id.rawValue != "id-00000" { await Task.yield() }
            await browse.press("u", shows: "400 contacts")
            while browse.session.page.place?.id != place.id { await Task.yield() }
            await browse.press(.control("r"), shows: "399 contacts")
        }
    }

    @Test func `while one types, no key is named that would be text`() async throws {
        try await BrowseHarness.with(PeopleStore.people(3), isChooser: true, shows: "3 contacts") { browse in
            #expect(browse.text().split(separator: "\n").last == " Enter Choose  Esc Leave  F1 Keys")
            await browse.press(.function(1))
            let help = browse.text()
            #expect(help.contains("Choose the contact") && !help.contains("favorites") && !help.contains(" q "))
        }
    }

    @Test func `a letter is jumped to, and the mouse selects and opens`() async throws {
        var people = PeopleStore.people(10)
        people[9].name.last = "Zuse"
        try await BrowseHarness.with(people, shows: "10 contacts") { browse in
            await browse.press("'", "z")
            while browse.session.page.place?.name.last != "Zuse" { await Task.yield() }
            await browse.press(.down)
            #expect(browse.session.page.place?.name.last == "Zuse", "it is the last one")
            browse.click(ListView.targetName, 2)
            #expect(browse.session.page.place?.id.rawValue == "id-00002")
            browse.click(ListView.targetName, 2)
            await browse.shows("p00002@example.org")
        }
    }

    @Test func `the selection moves through a list that is longer than its window, row by row`() async throws {
        try await BrowseHarness.list(800) { browse in
            for (key, numbers) in [
                (Key.pageDown, Array(stride(from: 20, through: 780, by: 20))),
                (.pageUp, Array(stride(from: 760, through: 0, by: -20))),
            ] {
                for number in numbers {
                    let id = PeopleStore.people(number + 1)[number].id
                    await browse.press(key)
                    // At an edge of the window the selection waits for the rows beyond.
                    while browse.session.page.place?.id != id {
                        let place = browse.session.page.place?.id.rawValue ?? ""
                        let isShort = key == .pageDown ? place < id.rawValue : place > id.rawValue
                        guard isShort else {
                            Issue.record("\(place) instead of \(id)")
                            return
                        }
                        await browse.press(key == .pageDown ? .down : .up)
                    }
                }
            }
        }
    }

    @Test func `marked contacts stay marked when the window has left them`() async throws {
        try await BrowseHarness.list(800) { browse in
            await browse.press(" ", "G")
            while browse.session.page.place?.id.rawValue != "id-00799" { await Task.yield() }
            #expect(browse.text().contains("1 marked of 800 contacts"))
            await browse.press(" ", shows: "2 marked of 800 contacts")
            await browse.press("d")
            #expect(browse.text().contains("Remove 2 contacts"))
            await browse.press(.escape, "f", shows: "2 contacts (")
            let query = ContactQuery(limit: 10, filter: ContactFilter(favorites: true))
            let favorites = try await browse.store.repository.contacts(query, policy: .cacheOnly)
            #expect(favorites.contacts.map(\.id.rawValue) == ["id-00000", "id-00799"])
        }
    }

    @Test func `marked contacts become favorites together, and no other key works during a question`() async throws {
        try await BrowseHarness.list(4) { browse in
            await browse.press(" ", " ", "f")
            await browse.shows("2 contacts (F00000 L00000, F00001 L00001) are now favorites.")
            let favorites = try await browse.store.repository.overview().favorites
            #expect(favorites == 2)
            await browse.press("d")
            #expect(browse.text().contains("Remove 2 contacts"))
            await browse.press("u", "4", "/")
            await browse.idle()
            #expect(browse.text().contains("Remove 2 contacts"))
            await browse.press("n", "f", shows: "are no longer favorites.")
            await browse.press("d", "y", shows: "2 contacts")
            await browse.hides("marked")
        }
    }

    @Test func `marked contacts are merged after a look at what comes of it`() async throws {
        var people = PeopleStore.people(4)
        people[1].note = "Met in Bern"
        try await BrowseHarness.with(people, shows: "4 contacts") { browse in
            // One contact cannot be merged, and no key says that it could.
            await browse.press(" ", "M")
            #expect(browse.text().contains("1 marked") && !browse.text().contains("Merge"))
            await browse.press(" ")
            #expect(browse.text().contains("2 marked"))
            await browse.press("M", shows: "Merge 2 contacts into one?")
            await browse.shows("MERGED")
            await browse.shows("Met in Bern")
            await browse.press("n")
            await browse.hides("Merge 2 contacts")
            await browse.press("M", "y", shows: "3 contacts")
        }
    }

    @Test func `nothing is removed without a yes, whatever keys come`() async throws {
        try await BrowseHarness.list(3) { browse in
            var random = SplitMix64(seed: 3)
            let keys: [Key] = ["d", "n", "j", "k", .delete, .escape, .tab, .left, .up]
            for _ in 0..<300 { await browse.press(keys.randomElement(using: &random) ?? "d") }
            let page = try await browse.store.repository.contacts(ContactQuery(limit: 9), policy: .cacheOnly)
            #expect(page.contacts.count == 3)
        }
    }

    @Test func `all books are one list, and what is done with a contact is done in its book`() async throws {
        var other = PeopleStore.people(2)
        other[0].name = PersonName(first: "Zoe", last: "Other")
        try await BrowseHarness.with(PeopleStore.people(2), others: [("home", other)], shows: "4 contacts") { browse in
            #expect(browse.text().contains("all books"))
            await browse.press("G")
            while browse.session.page.place?.name.first != "Zoe" { await Task.yield() }
            await browse.press(.enter, shows: "Book          home")
            #expect(browse.text().contains("ID            id-00000"))
            #expect(browse.router.state.current == .contact("home:id-00000"))
            await browse.press("f", shows: "Zoe Other (home) is now a favorite.")
            let home = try #require(browse.others.first?.store.repository)
            #expect(try await home.contact(matching: "id-00000").isFavorite)
            #expect(try await browse.store.repository.contact(matching: "id-00000").isFavorite == false)
            await browse.press("u", shows: "Undone in “home”: favorite (Zoe Other).")
            #expect(try await home.contact(matching: "id-00000").isFavorite == false)
        }
    }

    @Test func `a click goes to no row behind a question`() async throws {
        try await BrowseHarness.list(3) { browse in
            await browse.press("d", shows: "Remove")
            browse.click(ListView.targetName, 2)
            browse.session.receive([ReceivedEvent(.mouse(Mouse(.wheelDown, at: .zero)))])
            await browse.press("y", shows: "2 contacts")
            await #expect(throws: RepositoryError.self) {
                try await browse.store.repository.contact(matching: "id-00000")
            }
        }
    }

    @Test func `details stand beside a wide list, and a query that cannot be read says why`() async throws {
        var people = PeopleStore.people(3)
        people[1].phone = "+49 1"
        try await BrowseHarness.with(people) { browse in
            await browse.shows("p00000@example.org", columns: 160)
            // From 80 columns on, every row has the number, beside the details, too.
            for columns in [80, 100, 120] {
                let rows = browse.text(columns: columns).split(separator: "\n")
                #expect(rows.count { $0.contains("p00001@example.org  +49 1") } == 1, "\(rows)")
            }
            await browse.type("/city:")
            #expect(browse.text().contains("without a value"))
        }
    }
}

struct ContactListViewTests {
    private func found(_ words: [String], in name: String) -> [String] {
        NameMatches.ranges(of: words, in: name).map { String(name[$0]) }
    }

    @Test func `the beginnings of words that a search fits are highlighted`() {
        #expect(found(["gra"], in: "Grace Hopper") == ["Gra"])
        #expect(found(["h", "grace"], in: "Grace Hopper") == ["Grace", "H"])
        #expect(found(["zoe"], in: "Zoë D’Argent") == ["Zoë"])
        #expect(found(["arg"], in: "Zoë D’Argent") == ["Arg"])
        #expect(found(["ada"], in: "Grace Hopper") == [])
        #expect(found([], in: "Grace") == [])
        #expect(found(["ss"], in: "ß") == ["ß"] || found(["ss"], in: "ß") == [])
    }
}

@Suite(.timeLimit(.minutes(20))) struct ContactBrowserBlocTests {
    @Test func `a search does not wait until the contacts before it are counted`() async throws {
        let list = SlowCount()
        let bloc = ContactBrowserBloc(ListRoute(), list: list)
        bloc.add(.located(.start))
        var counts = list.counts.makeAsyncIterator()
        #expect(await counts.next() == .begun)
        bloc.add(.queryChanged("F00007"))
        #expect(await counts.next() == .cancelled)
        await bloc.close()
    }

    @Test func `a failure is shown, and can be tried again`() async throws {
        let failure = RepositoryError(.databaseBusy, "Another program is writing.")
        let list = StubListService { query, number in
            if number == 1 { throw failure }
            return PagedPeople(count: 3).page(of: query)
        }
        let bloc = ContactBrowserBloc(ListRoute(), list: list)
        bloc.add(.located(.start))
        #expect(await bloc.reached { $0.content == .error(failure) } != nil)
        bloc.add(.located(.start))
        #expect(await bloc.reached { $0.content.content?.rows.count == 3 } != nil)
        await bloc.close()
    }
}

/// A list whose contacts take forever to count.
private final class SlowCount: ContactListService {
    enum Count {
        case begun
        case cancelled
    }

    let counts: AsyncStream<Count>
    private let count: AsyncStream<Count>.Continuation

    init() { (counts, count) = AsyncStream.makeStream() }

    func contacts(_ query: ContactQuery, policy: CachePolicy) async throws -> Repository.ContactPage {
        PagedPeople(count: 3).page(of: query)
    }

    func count(_ filter: ContactFilter) async throws -> Int {
        count.yield(.begun)
        let forever = AsyncStream<Int> { _ in }
        for await number in forever { return number }
        count.yield(.cancelled)
        throw CancellationError()
    }
}

@Suite(.timeLimit(.minutes(20))) struct ContactWindowTests {
    private static func names(_ rows: [ListedContact]) -> [String] { rows.map(\.contact.displayName) }

    @Test func `the list is read from its start to its end and back, each contact once`() async throws {
        try await PeopleStore.with(PeopleStore.people(800)) { store in
            let reader = ContactRowReader(list: store.repository)
            for order in [ListOrder.last, .lastReversed, .first, .birthday] {
                try await readThereAndBack(reader, order)
            }
        }
    }

    /// The rows behind those of the window, which ends with them.
    private func rest(of window: inout ContactWindow, _ reader: ContactRowReader) async throws -> [ListedContact] {
        var rows: [ListedContact] = []
        while window.hasAfter {
            let last = window.rows.last
            try await reader.extend(&window, to: .end)
            #expect(window.rows.count <= ContactWindow.limit)
            let index = try #require(window.rows.firstIndex { $0 == last })
            rows += window.rows[(index + 1)...]
        }
        return rows
    }

    private func readThereAndBack(_ reader: ContactRowReader, _ order: ListOrder) async throws {
        let request = ListRoute(sort: order)
        var window = try await reader.window(request, at: .start)
        #expect(window.offset == 0 && !window.hasBefore && window.hasAfter)
        var there = Self.names(window.rows)
        there += Self.names(try await rest(of: &window, reader))
        #expect(there.count == 800 && Set(there).count == 800)
        #expect(window.offset == 800 - window.rows.count)
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
            let rows = window.rows + (try await rest(of: &window, reader))
            #expect(rows.count == 650 && Set(rows.map(\.contact.id)).count == 650)
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
}
