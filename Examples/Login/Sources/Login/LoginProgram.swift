import Bloc

/// A service that accepts everyone whose password is “secret”.
nonisolated struct DemoService: AuthenticationService {
    struct Refused: Error {}

    func restoredUser() async throws -> User? { nil }
    func logIn(name: String, password: String) async throws -> User {
        guard password == "secret" else { throw Refused() }
        return User(name: name)
    }
    func logOut() async {}
}

/// Reads lines: `home`, `settings`, `logout`, or a name and a password.
@main
struct LoginProgram {
    static func main() async {
        let service = DemoService()
        let authentication = AuthenticationBloc(service: service)
        let form = LoginBloc(service: service, authentication: authentication)
        let pages = PagesBloc(authentication: authentication)
        let shown = pages.select(\.page) { print("page:", $0) }
        pages.add(.opened)
        authentication.add(.opened)
        while let line = readLine() {
            let words = line.split(separator: " ").map(String.init)
            switch words.first {
            case "home": pages.add(.requested(.home))
            case "settings": pages.add(.requested(.settings))
            case "logout": authentication.add(.loggedOut)
            case let name?:
                form.add(.nameChanged(name))
                form.add(.passwordChanged(words.last ?? ""))
                print(await form.add(.submitted).outcome, form.state.status)
            case nil: break
            }
        }
        for closing in [pages.close, form.close, authentication.close] { await closing(.cancel) }
        shown.cancel()
    }
}
