/// Who may log in to an embedded server for a token, and how long such a token is good.
///
/// With a login set, `POST /api/login` with the body `{"username":"…","password":"…"}` answers
/// `{"token":"…","expires_in":300}`, and every other request needs `Authorization: Bearer <token>`.
public struct TokenLogin: Sendable, Equatable {
    /// The name to log in with.
    public var username: String

    /// The password to log in with.
    public var password: String

    /// How long a token is accepted.
    public var lifetime: Duration

    /// Creates a login for one user.
    public init(username: String, password: String, lifetime: Duration = .seconds(300)) {
        self.username = username
        self.password = password
        self.lifetime = lifetime
    }
}
