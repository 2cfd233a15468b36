import Bloc

/// The dependencies of the current task: the live ones, unless a scope overrides them.
///
/// Nothing is global: an override applies to a task and its children, so parallel tests don't affect each other.
public struct Dependencies: Sendable {
    private var overrides: [ObjectIdentifier: any Sendable] = [:]
    private var isTest = false

    @TaskLocal static var scoped = Dependencies()

    /// The dependencies of the current task.
    public static var current: Dependencies { scoped }

    /// Accesses the dependency of a key.
    ///
    /// In a scope of `withTestDependencies`, reading a dependency that wasn't set stops the program with instructions.
    public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
        get {
            // The value was stored through the same key, so it has the key's type.
            if let value = overrides[ObjectIdentifier(key)] as? Key.Value { return value }
            guard isTest else { return Key.live }
            Misuse.stop(
                "A test uses the dependency \(key), of type \(Key.Value.self), without setting it.",
                wrong: "withTestDependencies { makeBloc() }",
                right: "withTestDependencies({ $0[\(key).self] = … }) { makeBloc() }"
            )
        }
        set { overrides[ObjectIdentifier(key)] = newValue }
    }

    static func scope(isTest: Bool, _ change: (inout Dependencies) -> Void) -> Dependencies {
        var dependencies = current
        if isTest { dependencies.isTest = true }
        change(&dependencies)
        return dependencies
    }
}

/// Overrides dependencies for everything that is created inside `body`, in this task and its children.
public func withDependencies<Result>(
    _ change: (inout Dependencies) -> Void,
    _ body: () throws -> Result
) rethrows -> Result {
    try Dependencies.$scoped.withValue(.scope(isTest: false, change), operation: body)
}

/// Overrides dependencies for everything that is created inside an async `body`, in this task and its children.
public func withDependencies<Result>(
    _ change: (inout Dependencies) -> Void,
    _ body: () async throws -> Result
) async rethrows -> Result {
    try await Dependencies.$scoped.withValue(.scope(isTest: false, change), operation: body)
}

/// Sets the dependencies of a test; reading a dependency that wasn't set stops the program with instructions, so that
/// no test uses a live dependency by accident.
public func withTestDependencies<Result>(
    _ change: (inout Dependencies) -> Void = { _ in },
    _ body: () throws -> Result
) rethrows -> Result {
    try Dependencies.$scoped.withValue(.scope(isTest: true, change), operation: body)
}

/// Sets the dependencies of an async test.
public func withTestDependencies<Result>(
    _ change: (inout Dependencies) -> Void = { _ in },
    _ body: () async throws -> Result
) async rethrows -> Result {
    try await Dependencies.$scoped.withValue(.scope(isTest: true, change), operation: body)
}

/// A key that identifies a dependency and provides its live value.
public protocol DependencyKey {
    /// The type of the dependency.
    associatedtype Value: Sendable

    /// The live dependency, created when it is read outside of tests.
    static var live: Value { get }
}

/// Returns a dependency of the current task, to be stored in a constant of a bloc or a cubit.
///
/// The constant is initialized when the object is created, and handlers capture it by name: `{ [contacts] bloc in … }`.
public func injected<Value: Sendable>(_ keyPath: KeyPath<Dependencies, Value>) -> Value {
    Dependencies.current[keyPath: keyPath]
}

/// A dependency of the task that creates the enclosing struct: `@Injected(\.contactService) var contacts`.
///
/// A property wrapper is a variable, which blocs and cubits can't have; they use ``injected(_:)``.
@propertyWrapper
public struct Injected<Value: Sendable>: Sendable {
    /// The dependency.
    public let wrappedValue: Value

    /// Captures a dependency of the current task.
    public init(_ keyPath: KeyPath<Dependencies, Value>) { wrappedValue = injected(keyPath) }
}

/// A member of a struct of dependencies, which must be set before it is read.
///
/// A program keeps all its dependencies in one struct under one ``DependencyKey``. A test sets the members that it
/// needs; reading a member that wasn't set stops the program with instructions that name its type.
@propertyWrapper
public struct Provided<Value: Sendable>: Sendable {
    private var value: Value?

    /// Creates a member without a value.
    public init() {}

    /// Creates a member with a value.
    public init(wrappedValue: Value) { value = wrappedValue }

    /// The value; reading it before it is set stops the program with instructions.
    public var wrappedValue: Value {
        get {
            if let value { return value }
            Misuse.stop(
                "A dependency of type \(Value.self) was read but never set.",
                wrong: "withTestDependencies({ $0.app = AppDependencies() }) { makeBloc() }",
                right:
                    "withTestDependencies({ $0.app = AppDependencies { $0.contacts = StubContacts() } }) { makeBloc() }"
            )
        }
        set { value = newValue }
    }
}
