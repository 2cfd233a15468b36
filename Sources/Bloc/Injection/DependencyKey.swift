/// Names a dependency and says what it is when nobody overrides it.
///
/// ```swift
/// enum ContactServiceKey: DependencyKey {
///     static var live: any ContactService { RepositoryContactService() }
/// }
/// extension Dependencies {
///     var contactService: any ContactService {
///         get { self[ContactServiceKey.self] }
///         set { self[ContactServiceKey.self] = newValue }
///     }
/// }
/// ```
public protocol DependencyKey {
    /// What the dependency is.
    associatedtype Value: Sendable

    /// The dependency of the running program, made when it is first asked for outside tests.
    static var live: Value { get }
}
