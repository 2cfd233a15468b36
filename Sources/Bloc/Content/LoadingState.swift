/// How many operations are under way.
public struct LoadingState: Equatable, Sendable {
    /// The operations that show the loading sign now, 0 or more.
    public var operations: Int

    /// Creates a state.
    public init(operations: Int = 0) {
        self.operations = operations
    }

    /// Whether the loading sign is to be shown.
    public var isLoading: Bool { operations > 0 }
}
