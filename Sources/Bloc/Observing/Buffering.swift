/// What a stream of states keeps for a consumer that is slower than the bloc.
public enum Buffering: Hashable, Sendable {
    /// Everything, in order.
    case unbounded
    /// The latest state only.
    case latest
    /// The oldest of this many states; later ones are dropped until there is room. At least 1.
    case oldest(Int)
    /// The newest of this many states; the oldest is dropped for a new one. At least 1.
    case newest(Int)
}
