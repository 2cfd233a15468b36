public import Testing

/// Checks that the object that a closure creates, uses and returns is released afterwards.
///
/// ```swift
/// await expectDeallocated {
///     let bloc = CounterBloc()
///     bloc.add(.incremented)
///     await bloc.close()
///     return bloc
/// }
/// ```
///
/// The check is immediate: the closure must await all work that it started and that may retain the object.
///
/// - Parameters:
///   - sourceLocation: The location for failures, by default the caller's line.
///   - make: Creates the object, uses it in ways that might keep it alive, and returns it.
/// - Throws: Any error that `make` throws.
public func expectDeallocated<Object: AnyObject>(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ make: () async throws -> Object
) async rethrows {
    weak let object = try await make()
    guard let object else { return }
    Issue.record(
        """
        A \(type(of: object)) is still alive after the body that created it.
        It is retained by a handler that captures its bloc instead of using its emitter, by a task that still runs, or by \
        a variable outside the body.
        """,
        sourceLocation: sourceLocation
    )
}
