import Bloc
import BlocTesting
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20))) struct RouterBlocTests {
    private static let search = Route.contacts(ListRoute(query: "ada"))

    @Test func `pages are opened, left and returned to`() async {
        let bloc = RouterBloc()
        #expect(bloc.state.current == .home)
        bloc.add(.opened(Self.search))
        bloc.add(.opened(.contact("3fa2")))
        bloc.add(.opened(.contact("3fa2")))
        #expect(bloc.state.back == [.home, Self.search])
        bloc.add(.wentBack)
        #expect(bloc.state.current == Self.search)
        #expect(bloc.state.forward == [.contact("3fa2")])
        bloc.add(.wentForward)
        #expect(bloc.state.current == .contact("3fa2"))
        bloc.add(.wentForward)
        #expect(bloc.state.current == .contact("3fa2"))
        for _ in 0..<5 { bloc.add(.wentBack) }
        #expect(bloc.state.current == .home)
        #expect(bloc.state.forward == [.contact("3fa2"), Self.search])
        bloc.add(.opened(.birthdays))
        #expect(bloc.state.forward.isEmpty)
        await bloc.close()
    }

    @Test func `a page of another book is not kept in this one`() {
        var state = RouterState()
        state.follow(.opened(Self.search))
        state.follow(.opened(.contacts(ListRoute(query: "bob", book: "all"))))
        #expect(state.kept == KeptRoutes(back: [.home], current: Self.search, forward: []))
    }

    @Test func `a page that is replaced is not returned to`() async {
        let bloc = RouterBloc()
        bloc.add(.opened(.newContact))
        bloc.add(.replaced(.contact("3fa2")))
        #expect(bloc.state.back == [.home])
        bloc.add(.opened(.editContact("3fa2")))
        bloc.add(.replaced(.contact("3fa2")))
        #expect(bloc.state.current == .contact("3fa2"))
        #expect(bloc.state.back == [.home])
        await bloc.close()
    }

    @Test func `the stack has an end`() async {
        let bloc = RouterBloc()
        for number in 0..<300 { bloc.add(.opened(.contact("\(number)"))) }
        #expect(bloc.state.back.count == RouterState.limit)
        #expect(bloc.state.back.last == .contact("298"))
        await bloc.close()
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
        let damaged = InMemoryHydrationStorage(["router": HydratedData(version: 1, bytes: [0x7B])])
        let other = RouterBloc(storage: damaged)
        #expect(other.state == RouterState())
        await other.close()
    }
}
