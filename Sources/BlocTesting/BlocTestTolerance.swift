/// What `testBloc` lets pass although nobody expected it.
///
/// What is expected must come, in its order, all the same.
public struct BlocTestTolerance: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Takes the bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// States before, between and after the expected ones.
    public static let states = BlocTestTolerance(rawValue: 1)
    /// Effects before, between and after the expected ones.
    public static let effects = BlocTestTolerance(rawValue: 2)
    /// Errors before, between and after the expected ones.
    public static let errors = BlocTestTolerance(rawValue: 4)
    /// Events that are not over at the end: their handlers run or wait.
    public static let runningHandlers = BlocTestTolerance(rawValue: 8)
}
