/// Lets an observer see all blocs that are created inside `body`, in this task and its children.
///
/// - Parameters:
///   - observer: The observer; blocs keep it until they are released.
///   - body: Creates blocs.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public func withBlocObserver<Result>(_ observer: some BlocObserver, _ body: () throws -> Result) rethrows -> Result {
    try BlocContext.with({ $0.observers.append(observer) }, body)
}

/// Lets an observer see all blocs that are created inside `body`, in this task and its children.
///
/// - Parameters:
///   - observer: The observer; blocs keep it until they are released.
///   - body: Creates blocs.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public func withBlocObserver<Result>(
    _ observer: some BlocObserver,
    _ body: () async throws -> Result
) async rethrows -> Result {
    try await BlocContext.with({ $0.observers.append(observer) }, body)
}
