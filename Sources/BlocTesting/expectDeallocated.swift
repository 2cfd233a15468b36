public import Testing

/// Checks that an object is released once the body that made it, used it and returned it has ended.
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
/// The check is made at once: work that the body started and that may keep the object must be awaited in the body.
///
/// - Parameters:
///   - sourceLocation: Where the failure is reported: the line of the caller.
///   - make: Makes the object, does with it what might keep it alive, and returns it.
/// - Throws: What `make` throws.
public func expectDeallocated<Object: AnyObject>(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ make: () async throws -> Object
) async rethrows {
    weak let object = try await make()
    guard let object else { return }
    Issue.record(
        """
        A \(type(of: object)) is still alive after the body that made it.
        Somebody retains it: a handler that captures its bloc instead of using its emitter, a task that still runs, \
        a variable outside the body.
        """,
        sourceLocation: sourceLocation
    )
}
