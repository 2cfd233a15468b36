/// What a ``LoadingBloc`` is told.
public enum LoadingEvent: Equatable, Sendable {
    /// An operation began.
    case shown
    /// An operation ended.
    case hidden
}
