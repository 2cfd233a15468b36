import ArgumentParser
import Bloc
import BlocKit
import BlocTesting
import Exchange
import Foundation
import Loopback
import LoopbackHTTP
import Primitives
import RandomUserServer
import Repository
import RepositoryDoubles
import Synchronization
import TerminalUI
import Testing

@testable import ContactsCLI

struct ListCommandTests {
    @Test func `only the first list and a refresh make a request, and offline there is none`() async throws {
        let log = RequestLog<String>()
        let server = try await EmbeddedServer.start { request, _ in log.add(request.target) }
        let contacts = try Binary(variables: ["CONTACTS_API_ENDPOINT_URL": server.baseURL])
        try await contacts.succeed("list", "--offline", "--format", "json", output: "[]\n", saying: "No contacts.")
        try await contacts.succeed("list", "--offline", "--next")
        #expect(log.requests.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: contacts.database().path))
        let first = try await contacts.succeed("list")
        #expect(first.lines.count == 50)
        #expect(log.requests.count == 1 && log.requests.first?.hasPrefix("/api/1.4/?") == true)
        #expect(try await contacts.run("list").output == first.output)
        #expect(log.requests.count == 1)
        try await contacts.succeed("list", "--refresh")
        #expect(log.requests.count == 2)
        await server.stop()
    }

    @Test func `a list is lines of eleven values, in JSON the same people, and on a terminal a table that fits`()
        async throws
    {
        let (contacts, ids) = try await Binary.fetched()
        #expect(try await contacts.run("list").lines.allSatisfy { line in line.count { $0 == "\t" } == 10 })
        let people = try await contacts.run("list", "--format", "json").objects
        #expect(people.compactMap { $0["id"] as? String } == ids)
        let keys = ["id", "name", "gender", "email", "phone", "cell", "birthday", "address", "nationality", "picture"]
        #expect(people.allSatisfy { Set($0.keys).isSuperset(of: keys + ["registered", "edited"]) })
        let terminal = try PseudoTerminal(columns: 72)
        let table = try await contacts.start(["list", "--limit", "5"], output: terminal.handle).result
        let lines = terminal.text().split(separator: "\n")
        #expect(table.status == 0 && lines.count == 6, "\(table.messages)")
        #expect(lines.first?.hasPrefix("ID        NAME") == true)
        #expect(lines.allSatisfy { DisplayWidth.columns(of: String($0)) <= 72 })
    }

    @Test func `a first list without a network fails and creates no people`() async throws {
        let contacts = try Binary(variables: ["CONTACTS_API_ENDPOINT_URL": "http://127.0.0.1:1/api/"])
        let result = try await contacts.fail(69, "list", output: "", saying: "connection refused")
        #expect(result.messages.split(separator: "\n").count == 1, "\(result.messages)")
    }

    @Test(arguments: ["last", "first", "birthday"])
    func `the order is the one asked for`(sort: String) async throws {
        let contacts = try await Binary.fetched().contacts
        let people = try await contacts.run("list", "--sort", sort, "--format", "json").objects
        let keys = people.map { person in
            sort == "birthday"
                ? String((person["birthday"] as? String ?? "").dropFirst(5))
                : ((person["name"] as? [String: Any])?[sort] as? String ?? "")
                    .folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
        }
        // Names in other scripts are ordered by their Latin letters, which is the data layer's to test.
        let comparable = keys.filter { $0.utf8.allSatisfy { $0 < 0x80 } }
        #expect(comparable == comparable.sorted())
        #expect(comparable.count > 20)
    }

    @Test func `terms and options narrow the list`() async throws {
        let contacts = try await Binary.fetched().contacts
        let all = try await contacts.run("list").lines
        func values(_ lines: [String], _ column: Int) -> [String] {
            lines.map { String($0.split(separator: "\t", omittingEmptySubsequences: false)[column]) }
        }
        let nationalities = values(all, 9)
        let wanted = try #require(nationalities.first)
        let same = nationalities.filter { $0 == wanted }.count
        for arguments in [
            ["list", "nat:\(wanted.lowercased())"], ["list", "--nat", wanted.lowercased()],
            ["list", "--nat", "\(wanted.lowercased()), xx", "--nat", "yy"], ["list", "nat:\(wanted)", "--offline"],
            ["list", "--format", "tsv", "nat:\(wanted) -city:nowhere"], ["list", "--", "nat:\(wanted)"],
        ] {
            let found = try await contacts.succeed(arguments)
            #expect(values(found.lines, 9) == Array(repeating: wanted, count: same), "\(arguments)")
        }
        let others = try await contacts.succeed("list", "--", "-nat:\(wanted)", messages: "")
        #expect(others.lines.count == all.count - same)
        let one = try #require(all.first?.split(separator: "\t"))
        let named = try await contacts.run("list", "first:\"\(one[1])\"", "last:\"\(one[2])\"")
        #expect(named.lines.contains(try #require(all.first)))
        #expect(try await contacts.run("list", "--city", String(one[6]), "id:\(one[0])").lines.count <= 1)
        let women = try await contacts.run("list", "--gender", "female").lines.count
        #expect(try await contacts.run("list", "--gender", "male").lines.count == all.count - women)
        #expect(try await contacts.run("list", "--birthday-within", "366").lines.count == all.count)
        #expect(try await contacts.run("list", "--updated-since", "2001-01-01").lines.count == all.count)
        #expect(try await contacts.run("list", "--updated-since", "9000-01-01").output.isEmpty)
    }

    @Test func `a query that cannot be read is told in one line, with the column and advice`() async throws {
        let contacts = try Binary()
        let reason = "has the field “emial”, which does not exist (column 5). Did you mean “email:”?"
        try await contacts.fail(64, "list", "ada", "emial:x", output: "", said: "The query “ada emial:x” \(reason)")
        #expect(!FileManager.default.fileExists(atPath: contacts.database().path))
    }

    @Test func `the first list says that the people are invented, and on a terminal later ones how to begin`()
        async throws
    {
        let contacts = try Binary()
        let terminal = try PseudoTerminal(columns: 80)
        let handle = terminal.handle
        let list = ["list", "--limit", "3"]
        let first = try await contacts.succeed(list, said: DemonstrationCubit.notice)
        #expect(first.lines.count == 3)
        #expect(first.messages.contains("What you add or import goes into a book"))
        #expect(try await contacts.start(list, output: handle, messages: handle).result.status == 0)
        #expect(terminal.text().contains("Begin with: contacts add, or contacts import FILE."))
        try await contacts.succeed(list, messages: "")
    }

    @Test func `search prints the contacts that match in the forms of list`() async throws {
        let (contacts, ids) = try await Binary.filled()
        let json = try await contacts.succeed("search", "ada", "love", "--offline", "--format", "json")
        #expect(try json.objects.compactMap { $0["id"] as? String } == [ids[0]])
        #expect(try await contacts.run("search", "NOT", "group:navy", "--offline").ids == [ids[0], ids[2]])
        let rows = [#"{"id":"\#(ids[1])","email":"grace@example.org"}"#, #"{"id":"\#(ids[2])","email":null}"#]
        let found = "[\n\(rows.joined(separator: ",\n"))\n]\n"
        try await contacts.succeed("find", "grace OR alan", "--json=id,email", "--offline", output: found)
    }

    @Test(arguments: [
        [], ["--sort", "birthday"], ["--sort", "first", "--gender", "female"], ["NOT", "nat:us", "--limit", "7"],
    ])
    func `next goes on without gap or repeat, in the order and filters of the list`(options: [String]) async throws {
        let contacts = try await Binary.fetched().contacts
        let all = try await contacts.start(["list"] + options.filter { $0 != "--limit" && $0 != "7" }).result.lines
        #expect(all.count > 14)
        var listed = try await contacts.start(["list", "--limit", "7"] + options).result.lines
        #expect(listed == Array(all.prefix(7)))
        while case let page = try await contacts.run("list", "--next"), !page.output.isEmpty {
            #expect(page.status == 0)
            #expect(page.lines.count <= 7)
            listed += page.lines
        }
        #expect(listed == all)
    }

    @Test func `without an earlier list it is the first page, with the limit that is given`() async throws {
        let contacts = try Binary()
        let first = try await contacts.run("list", "--next", "--limit", "4")
        let second = try await contacts.run("list", "--next", "--limit", "2")
        let third = try await contacts.run("list", "--next")
        #expect(first.lines.count == 4)
        #expect(third.lines.count == 2)
        let all = try await contacts.run("list", "--offline").lines
        #expect(first.lines + second.lines + third.lines == Array(all.prefix(8)))
    }

    @Test func `the end is empty and success; other wishes than those of the list are refused and keep its place`()
        async throws
    {
        let contacts = try await Binary.fetched().contacts
        let all = try await contacts.run("list", "--sort", "first").lines
        for (format, output) in [("tsv", ""), ("json", "[]\n")] {
            let end = "No more contacts: the last list was complete."
            try await contacts.succeed("list", "--next", "--format", format, output: output, said: end)
        }
        _ = try await contacts.run("list", "--sort", "first", "--limit", "2")
        for other in [["--sort", "last"], ["city:nowhere"], ["--favorite"], ["--refresh"]] {
            try await contacts.fail(64, ["list", "--next"] + other, output: "")
        }
        #expect(try await contacts.run("list", "--next", "--sort", "first").lines == Array(all[2..<4]))
    }

    @Test func `a contact that is removed or added between pages moves no other`() async throws {
        let contacts = try Binary.withOneFile()
        let all = try await contacts.run("list").lines
        _ = try await contacts.run("list", "--limit", "3")
        let last = try #require(all[2].split(separator: "\t").first)
        try await contacts.succeed("remove", String(last), "--yes")
        try await contacts.succeed("add", "--last-name", "Aaaaa")
        #expect(try await contacts.run("list", "--next").lines == Array(all[3..<6]))
    }

    @Test func `a place that cannot be kept is a warning beside the list`() async throws {
        let contacts = try await Binary.fetched().contacts
        let all = try await contacts.run("list").lines
        // A process that writes holds all others back.
        let writer = try SQLiteConnection(path: contacts.database().path, mode: .readWrite)
        try writer.execute("BEGIN IMMEDIATE")
        let result = try await contacts.succeed("list", "--limit", "3")
        #expect(result.lines == Array(all.prefix(3)))
        let messages = result.messages.split(separator: "\n").filter { !$0.contains("waiting for another") }
        #expect(messages.first?.hasPrefix("contacts: warning: The position in the list couldn't be saved: ") == true)
        #expect(messages.count == 1)
        try writer.execute("ROLLBACK")
        #expect(try await contacts.run("list", "--next").output.isEmpty)
    }

    @Test func `G71 a damaged place is moved aside and reported, and saved again`() async throws {
        let storage = InMemoryHydrationStorage(["list-position": HydratedData(version: 1, bytes: [0x7B])])
        let errors = ErrorService(translate: { ($0 as? HydrationError).map { DisplayedError($0) } })
        let told = Mutex<[String]>([])
        let token = errors.observe { error in told.withLock { $0.append(error.message) } }
        let cubit = ListPositionCubit(ListPositionCubit.key, initially: nil, storage: storage, errors: errors)
        #expect(cubit.state.value == nil)
        await cubit.remember(ListPosition(order: .birthday, choice: FilterChoice(terms: ["ada"]), next: "there"))
        await cubit.close()
        token.cancel()
        #expect(told.withLock { $0 } == ["The saved position in the last list is damaged."])
        #expect(storage.aside["list-position"]?.count == 1)
        #expect(storage.data["list-position"]?.version == 1)
    }

    @Test func `email, phone and address print all values, a line each`() async throws {
        let (contacts, _) = try await Binary.filled()
        let emails = try await contacts.run("email", "--offline")
        #expect(emails.output == "grace@example.org\tGrace Hopper\t\nada@example.com\tAda Lovelace\t\n")
        let phones = try await contacts.run("phone", "ada", "--offline")
        #expect(phones.output == "030 1\tAda Lovelace\t\n0170 2\tAda Lovelace\tcell\n")
        let json = try await contacts.run("phone", "ada", "--json", "--offline")
        #expect(try json.objects.compactMap { $0["types"] as? [String] } == [[], ["cell"]])
        for command in ["email", "phone", "address"] {
            try await contacts.fail(1, command, "alan", "--offline", output: "")
        }
        // The preferred value comes first, and an address is one line of its known parts.
        let values = ["EMAIL;TYPE=home:e@example.org", "EMAIL:", "EMAIL;TYPE=work;PREF=1:e@example.com"]
        let lines = ["UID:eve", "FN:Eve", "ADR:;;1 Main St;Zürich;ZH;8000;Switzerland"] + values
        let card = String.card(lines, version: "4.0")
        try await contacts.succeed("import", contacts.home.write(card, to: "eve.vcf"))
        try await contacts.succeed("email", "eve", output: "e@example.com\tEve\twork\ne@example.org\tEve\thome\n")
        let preferred = try await contacts.run("email", "eve", "--json").objects.map { $0["preferred"] as? Bool }
        #expect(preferred == [true, false])
        let address = "1 Main St, 8000 Zürich, ZH, Switzerland\n"
        try await contacts.succeed("address", "eve", "--fields", "value", output: address)
    }
}

@Suite struct FilterOptionsTests {
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)

    @Test func `filters count from the calendar's day and time, and ask for the same later`() throws {
        let choice = try withTestDependencies {
            // A clock an hour east of Greenwich.
            $0.app = AppDependencies { $0.calendar = WallCalendar(now: { Self.now }, offset: { _ in 3_600 }) }
        } _: {
            try FilterOptions.parse(["--birthday-within", "7", "--updated-since", "7d"]).choice
        }
        #expect(choice.day == Self.now.addingTimeInterval(3_600))
        #expect(try choice.filter().birthdays != nil)
        #expect(try choice.filter().updatedSince == Self.now.addingTimeInterval(-7 * 86_400))
        var other = choice
        other.day = Self.now.addingTimeInterval(86_400)
        other.time = Self.now.addingTimeInterval(60)
        #expect(choice.asksSame(as: other))
        other.birthdayDays = 8
        #expect(!choice.asksSame(as: other))
    }

    @Test(arguments: [
        ("12h", "2025-12-31T12:00:00.000Z"), ("7d", "2025-12-25T00:00:00.000Z"), ("2w", "2025-12-18T00:00:00.000Z"),
        ("1m", "2025-12-01T00:00:00.000Z"), ("3M", "2025-10-01T00:00:00.000Z"), ("2y", "2024-01-01T00:00:00.000Z"),
        ("0d", "2026-01-01T00:00:00.000Z"), ("2025-06-01", "2025-06-01T00:00:00.000Z"),
        ("2025-06-01T12:30:00Z", "2025-06-01T12:30:00.000Z"), ("99999y", "0001-01-01T00:00:00.000Z"),
    ])
    func `a change is looked for since a date or a time ago, and other texts are refused`(
        text: String,
        expected: String
    )
        throws
    {
        let date = try #require(PointInTime.date(text, before: Self.now))
        #expect(UTCDate(milliseconds: date.milliseconds)?.timestamp == expected)
        for text in ["", "d", "7", "7x", "-7d", "7 d", "1.5d", "7dd", "999999999999999999999d", "yesterday"] {
            #expect(PointInTime.date(text, before: Self.now) == nil)
        }
    }
}

@Suite(.timeLimit(.minutes(20))) struct ContactListBlocTests {
    /// The pages of a list as they come, one ahead of the other.
    private static func pages(of bloc: ContactListBloc, _ request: ContactListRequest) async throws
        -> [ContactListState]
    {
        var pages = [try await bloc.answer(to: .started(request)).loaded()]
        while pages.last?.isComplete == false { pages.append(try await bloc.answer(to: .nextPageRequested).loaded()) }
        return pages
    }

    private static func list(of count: Int) -> ContactListBloc {
        ContactListBloc(service: StubListService { query, _ in PagedPeople(count: count).page(of: query) })
    }

    @Test(arguments: [true, false])
    func `only the first page of a counted list says how many contacts match`(isCounted: Bool) async throws {
        let bloc = Self.list(of: 3)
        // The service counts the words of the filter.
        var request = ContactListRequest(filter: ContactFilter(text: "a b c d"), pageSize: 2, policy: .cacheOnly)
        request.isCounted = isCounted
        let counts = try await Self.pages(of: bloc, request).map { $0.info?.count }
        #expect(counts == [isCounted ? 4 : nil, nil])
        await bloc.close()
    }

    @Test func `a list without contacts has no data, and its notices`() async throws {
        let notice = RepositoryNotice.unreadablePerson(page: 1, index: 0, reason: "x")
        let bloc = ContactListBloc(service: StubListService { _, _ in ContactPage(contacts: [], notices: [notice]) })
        let list = try await bloc.answer(to: .started(ContactListRequest(policy: .cacheOnly))).loaded()
        #expect(list.content == .noData)
        #expect(list.info?.notices == [notice])
        await bloc.close()
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6])
    func `a limit cuts exactly, over pages too, and says where to go on`(limit: Int) async throws {
        let bloc = Self.list(of: 5)
        let request = ContactListRequest(limit: limit, pageSize: 2, policy: .cacheOnly)
        let last = try #require(try await Self.pages(of: bloc, request).last)
        #expect(last.itemCount == min(limit, 5))
        #expect(last.info?.continuation?.rawValue == (limit < 5 ? "\(limit)" : nil))
        await bloc.close()
    }
}
