import Bloc

/// A member of a struct of dependencies, which must be set before it is read.
///
/// A program keeps everything it is made of in one struct under one ``DependencyKey``. A test sets the members that it
/// needs; reading one that was not set stops with an instruction that names its type.
///
/// ```swift
/// struct AppDependencies: Sendable {
///     @Provided var contacts: any ContactService
///     @Provided var calendar = WallCalendar()
/// }
/// ```
@propertyWrapper
public struct Provided<Value: Sendable>: Sendable {
    private var value: Value?

    /// Creates a member that was not set.
    public init() {}

    /// Creates a member with a value.
    public init(wrappedValue: Value) {
        value = wrappedValue
    }

    /// The value; reading it before it was set stops with an instruction.
    public var wrappedValue: Value {
        get {
            guard let value else { Misuse.unsetMember("\(Value.self)") }
            return value
        }
        set { value = newValue }
    }
}
