/// What the memory of lists is told.
enum ListPositionEvent: Sendable {
    /// A list stopped there, and everything before was printed.
    case stopped(ListPosition)
}
