import Bloc
import Testing

@Suite struct BlocScopeTests {
    private let manager = BlocManager()
    private let closed = Log<String>()

    @discardableResult
    private func make(_ name: String, in scope: BlocScope, closeWith parent: String? = nil) -> NumberBloc {
        scope.bloc(for: BlocKey(name), closeWith: parent.map { BlocKey<NumberBloc>($0).erased }) {
            NumberBloc(0) { [closed] bloc in bloc.onClose { _ in closed.append(name) } }
        }
    }

    @Test("G54 closing a scope closes the scopes inside it first, then its own blocs")
    func inside() async {
        let session = manager.scope("session")
        let page = session.scope("page")
        make("session-bloc", in: session)
        make("dialog-bloc", in: page.scope("dialog"))
        make("page-bloc", in: page)
        make("elsewhere", in: manager.scope("other"))
        #expect(page.scope("dialog").names == ["session", "page", "dialog"])
        await session.close()
        #expect(closed.entries == ["dialog-bloc", "page-bloc", "session-bloc"])
        #expect(manager.report().map(\.key.name) == ["elsewhere"])
    }

    @Test("G54 inside a scope, dependants go first; those outside it go too")
    func dependants() async {
        let session = manager.scope("session")
        make("a", in: session)
        make("b", in: session, closeWith: "a")
        make("c", in: manager.scope("other"), closeWith: "a")
        await session.close()
        #expect(closed.entries == ["b", "c", "a"])
    }

    @Test("G54 a scope is a name: made twice it is one, dropped it closes nothing, closed it can be used again")
    func names() async {
        let bloc = make("a", in: manager.scope("session"))
        #expect(manager.scope("session").bloc(for: BlocKey<NumberBloc>("a")) { NumberBloc(1) } === bloc)
        await manager.scope("sess").close()
        #expect(!bloc.isClosed)
        await manager.scope("session").close()
        #expect(bloc.isClosed)
        let again = make("a", in: manager.scope("session"))
        #expect(again !== bloc)
        #expect(manager.leaks().isEmpty)
        await manager.scope("session").close()
        #expect(again.isClosed)
    }

    @Test("G54 keys are the manager's: one that lives in a scope is found outside it")
    func keys() {
        let bloc = make("a", in: manager.scope("session"))
        #expect(manager.find(BlocKey<NumberBloc>("a")) === bloc)
        #expect(make("a", in: manager.scope("other")) === bloc)
    }
}
