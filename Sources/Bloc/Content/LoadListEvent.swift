/// What a ``LoadListBloc`` is told.
public enum LoadListEvent<Item: Sendable>: Sendable {
    /// Somebody wants to see the list: loads the first page, unless there is content already.
    case started
    /// Somebody reached the end: loads the next page, or tries it again when it failed.
    case nextPageRequested
    /// Somebody wants the list anew: loads the first page, and cancels whatever is being loaded.
    case refreshed
    /// The items are these, from elsewhere: cancels whatever is being loaded.
    case reloaded([Item])
}
