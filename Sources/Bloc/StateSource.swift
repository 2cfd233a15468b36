public import Observation

/// What a ``Bloc`` and a ``Cubit`` have in common: a state that can be read, followed and closed.
///
/// Do not conform to this protocol; conform to ``Bloc`` or ``Cubit``. Use it to write code that takes either.
public protocol StateSource<State>: AnyObject, Sendable, Observable {
    /// What the source is told; `Never` for a cubit.
    associatedtype Event: Sendable
    /// What the source shows. Two equal states are one: publishing a state equal to the current one does nothing.
    associatedtype State: Equatable & Sendable
    /// One-shot messages to whoever shows the state, such as "navigate" or "show a message".
    associatedtype Effect: Sendable = Never

    /// The machinery; conforming types get it from their runtime.
    var core: BlocCore<Self> { get }
}
