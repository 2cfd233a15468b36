import Bloc
import BlocTesting
import Testing

@testable import Login

@Suite struct LoginTests {
    private let ada = User(name: "ada")
    private let service = DemoService()

    @Test("no session means no user; a login and a logout follow in order") func authentication() async throws {
        try await testBloc(
            build: { AuthenticationBloc(service: service) },
            act: { run in
                run.add(.opened)
                run.add(.loggedIn(ada))
                run.add(.loggedOut)
            },
            states: [.unauthenticated, .authenticated(ada), .unauthenticated]
        )
    }

    @Test("a right password logs in and empties the form") func logsIn() async throws {
        let authentication = AuthenticationBloc(service: service)
        let form = LoginBloc(service: service, authentication: authentication)
        form.add(.nameChanged("ada"))
        form.add(.passwordChanged("secret"))
        _ = await form.add(.submitted).outcome
        #expect(form.state == LoginBloc.State())
        for await state in authentication.states where state == .authenticated(ada) { break }
        await form.close()
        await authentication.close()
    }

    @Test("a wrong password keeps what was typed, an empty one is not sent") func refuses() async throws {
        let authentication = AuthenticationBloc(service: service)
        try await testBloc(
            build: { LoginBloc(service: service, authentication: authentication) },
            act: { run in
                run.add(.nameChanged("ada"))
                _ = await run.add(.submitted).outcome
                run.add(.passwordChanged("guessed"))
                _ = await run.add(.submitted).outcome
            },
            states: [
                LoginBloc.State(name: "ada"),
                LoginBloc.State(name: "ada", password: "guessed"),
                LoginBloc.State(name: "ada", password: "guessed", status: .submitting),
                LoginBloc.State(name: "ada", password: "guessed", status: .failed),
            ]
        )
        #expect(authentication.state == .unknown)
    }

    @Test("a guarded page leads to the login, and after it to where the user wanted to go") func guards() async {
        let authentication = AuthenticationBloc(service: service)
        let pages = PagesBloc(authentication: authentication)
        var shown = pages.select(\.page).makeAsyncIterator()
        #expect(await shown.next() == .splash)
        pages.add(.opened)
        authentication.add(.opened)
        #expect(await shown.next() == .login)
        pages.add(.requested(.settings))
        authentication.add(.loggedIn(ada))
        #expect(await shown.next() == .settings)
        authentication.add(.loggedOut)
        #expect(await shown.next() == .login)
        authentication.add(.loggedIn(ada))
        #expect(await shown.next() == .home)
        await pages.close()
        await authentication.close()
    }
}
