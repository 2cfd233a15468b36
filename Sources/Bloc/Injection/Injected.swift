/// A dependency of the task that creates the value it stands in, captured then.
///
/// ```swift
/// struct Composition {
///     @Injected(\.contactService) var contacts
/// }
/// ```
@propertyWrapper
public struct Injected<Value: Sendable>: Sendable {
    /// The dependency.
    public let wrappedValue: Value

    /// Captures a dependency of the current task.
    ///
    /// - Parameter keyPath: Which one.
    public init(_ keyPath: KeyPath<Dependencies, Value>) {
        wrappedValue = Dependencies.current[keyPath: keyPath]
    }
}
