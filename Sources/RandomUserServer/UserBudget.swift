/// How many people one client may ask for before the server answers 429.
///
/// The budget counts people, not requests, and every client's count starts anew when the window ends.
public struct UserBudget: Sendable, Equatable {
    /// The number of people after which a further request is refused.
    public var limit: Int

    /// The length of a window.
    public var window: Duration

    /// The budget of the public service: 20,000 people in five minutes.
    public static let standard = UserBudget(limit: 20_000, window: .seconds(300))

    /// Creates a budget of `limit` people in each `window`.
    public init(limit: Int, window: Duration) {
        self.limit = limit
        self.window = window
    }
}
