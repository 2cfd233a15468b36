/// A state of three fields, as small states of programs are.
public struct CounterState: Equatable, Sendable {
    public var count = 0
    public var name = "name"
    public var isBusy = false

    public init() {}
}
