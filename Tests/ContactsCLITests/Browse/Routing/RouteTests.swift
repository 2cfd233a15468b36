import Bloc
import BlocTesting
import Foundation
import Testing

@testable import ContactsCLI

struct RouteTests {
    private static let routes: [(path: String, route: Route)] = [
        ("/contacts", .home),
        (
            "/contacts?query=city:berlin%20-nat:de&sort=-birthday&group=Friends&book=work",
            .contacts(ListRoute(query: "city:berlin -nat:de", sort: .birthdayReversed, group: "Friends", book: "work"))
        ),
        ("/contact/3fa2", .contact("3fa2")), ("/contact/3fa2/edit", .editContact("3fa2")),
        ("/contact/new", .newContact), ("/contact/%6Eew", .contact("new")), ("/contact/a%2Fb", .contact("a/b")),
        ("/birthdays", .birthdays), ("/duplicates", .duplicates), ("/history", .history), ("/books", .books),
        ("/settings", .settings), ("/log", .log), ("/storybook", .storybook(nil)),
        ("/storybook/list/empty", .storybook("list/empty")),
    ]

    /// Other ways to write a path.
    private static let others: [(path: String, route: Route)] = [
        ("", .home), ("/", .home), ("contact/3fa2", .contact("3fa2")), ("/birthdays/", .birthdays),
        ("/contacts?", .home), ("/contacts?query=&sort=&group=&book=", .home),
        ("/contacts?query=ada lovelace", .contacts(ListRoute(query: "ada lovelace"))),
        ("/contacts?query=+49", .contacts(ListRoute(query: "+49"))), ("/contact/%33fa2", .contact("3fa2")),
    ]

    @Test func `each page is read from its path, and printed as it`() {
        for (path, route) in Self.routes + Self.others { #expect(Route(path: path) == route) }
        for (path, route) in Self.routes { #expect(route.path == path) }
    }

    @Test func `a path that names no page is one that is not found`() {
        let paths = [
            "/nothing", "/contacts/3", "/contact", "/contact/", "/contact//edit", "/contact/a/b", "/contact/new/edit/x",
            "/contacts?sort=shoe-size", "/contacts?color=red", "/birthdays?query=ada", "/contact/%zz", "/contact/%",
            "/contact/%ff", "/contact/a%00b", "/contact/a%1B[2J", "/contact/\u{1B}[2J", "/contacts?query=a%0Ab", "//",
            "/../etc/passwd", "/CONTACTS", "/storybook?x=1", "/\u{301}", "/contacts\u{301}",
            "/contact/" + String(repeating: "a", count: 100_000),
        ]
        for path in paths {
            let route = Route(path: path)
            #expect(route == .notFound(path), "\(path.prefix(40))")
            #expect(Route(path: route.path) == route)
        }
    }

    @Test func `parsing and printing are inverse`() {
        var random = SplitMix64(seed: 21)
        for _ in 0..<100 {
            let (text, group) = (Self.text(&random), Self.text(&random))
            let sort = ListOrder.allCases.randomElement(using: &random) ?? .last
            let list = ListRoute(query: text, sort: sort, group: group, book: Self.text(&random))
            for route in [Route.contact(text), .editContact(text), .storybook(text), .contacts(list)] {
                #expect(Route(path: route.path) == route, "\(route.path)")
            }
        }
    }

    @Test func `any text is read without a stop, and what it is read as is printed and read again`() {
        var random = SplitMix64(seed: 22)
        let parts = [
            "/", "contacts", "contact", "new", "edit", "?", "&", "=", "query", "sort", "%", "%2", "%2F", "%6E", "..",
            "storybook", "ä", "\u{301}", "\u{0}", "\r\n", "👩‍👩‍👧", "log", " ",
        ]
        for _ in 0..<400 {
            let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in parts.randomElement(using: &random) ?? ""
            }
            let route = Route(path: text.joined())
            #expect(Route(path: route.path) == route, "\(text)")
        }
    }

    /// Text of 1 to 12 characters that a path must write in other ways, among plain ones.
    private static func text(_ random: inout SplitMix64) -> String {
        let parts = "abnew/?&=%#+ \"\\'-:;,.…äßあ👩‍👩‍👧\u{301}\u{202E}".map(String.init) + ["new", "edit", "%2F"]
        return (0..<Int.random(in: 1...12, using: &random))
            .map { _ in parts.randomElement(using: &random) ?? "a" }.joined()
    }
}

@Suite(.timeLimit(.minutes(20))) struct RouterBlocTests {
    private static let search = Route.contacts(ListRoute(query: "ada"))

    @Test func `pages are opened, left and returned to`() {
        var state = RouterState()
        #expect(state.current == .home)
        for route in [Self.search, .contact("3fa2"), .contact("3fa2")] { state.follow(.opened(route)) }
        #expect(state.back == [.home, Self.search])
        state.follow(.wentBack)
        #expect(state.current == Self.search)
        #expect(state.forward == [.contact("3fa2")])
        for _ in 0..<2 {
            state.follow(.wentForward)
            #expect(state.current == .contact("3fa2"))
        }
        for _ in 0..<5 { state.follow(.wentBack) }
        #expect(state.current == .home)
        #expect(state.forward == [.contact("3fa2"), Self.search])
        state.follow(.opened(.birthdays))
        #expect(state.forward.isEmpty)
    }

    @Test func `a page of another book is not kept in this one`() {
        var state = RouterState()
        state.follow(.opened(Self.search))
        state.follow(.opened(.contacts(ListRoute(query: "bob", book: "all"))))
        #expect(state.kept == RouterState(current: Self.search, back: [.home]))
    }

    @Test func `a page that is replaced is not returned to, and the stack has an end`() {
        var state = RouterState()
        for page in [Route.newContact, .editContact("3fa2")] {
            state.follow(.opened(page))
            state.follow(.replaced(.contact("3fa2")))
            #expect(state.current == .contact("3fa2"))
            #expect(state.back == [.home])
        }
        for number in 0..<300 { state.follow(.opened(.contact("\(number)"))) }
        #expect(state.back.count == RouterState.limit)
        #expect(state.back.last == .contact("298"))
    }

    @Test func `back undoes open, and forward undoes back, in any order of pages`() async {
        var random = SplitMix64(seed: 5)
        let routes: [Route] = [.home, Self.search, .contact("1"), .history, .newContact, .notFound("/x")]
        for _ in 0..<300 {
            var state = RouterState()
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                switch Int.random(in: 0...4, using: &random) {
                case 0: state.follow(.wentBack)
                case 1: state.follow(.wentForward)
                case 2: state.follow(.replaced(routes.randomElement(using: &random) ?? .home))
                default: state.follow(.opened(routes.randomElement(using: &random) ?? .home))
                }
            }
            let before = state
            state.follow(.opened(.contact("other")))
            state.follow(.wentBack)
            #expect(state.current == before.current)
            #expect(state.back == before.back)
            state.follow(.wentForward)
            #expect(state.current == .contact("other"))
            guard !before.back.isEmpty else { continue }
            state = before
            state.follow(.wentBack)
            state.follow(.wentForward)
            #expect(state == before)
        }
    }

    @Test func `the next run begins where this one ended, without forms and wrong paths`() async throws {
        let storage = InMemoryHydrationStorage()
        let bloc = RouterBloc(storage: storage)
        for route in [Self.search, .notFound("/x"), .contact("3fa2"), .editContact("3fa2")] { bloc.add(.opened(route)) }
        try await bloc.flush()
        await bloc.close()
        let next = RouterBloc(storage: storage)
        #expect(next.state.current == .contact("3fa2"))
        #expect(next.state.back == [.home, Self.search])
        await next.close()
    }

    @Test func `a stack that was damaged, or names pages that are none, begins at the list`() async {
        let kept = #"{"back":["/nothing","/contact/new"],"current":"/%zz","forward":[]}"#
        let storage = InMemoryHydrationStorage(["router": HydratedData(version: 1, bytes: Array(kept.utf8))])
        let bloc = RouterBloc(storage: storage)
        #expect(bloc.state == RouterState())
        await bloc.close()
        let other = RouterBloc(storage: InMemoryHydrationStorage(["router": HydratedData(version: 1, bytes: [0x7B])]))
        #expect(other.state == RouterState())
        await other.close()
    }
}
