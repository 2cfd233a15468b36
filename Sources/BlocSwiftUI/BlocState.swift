#if canImport(SwiftUI)
public import Bloc
public import SwiftUI

/// A property wrapper that reads the state of a bloc from the environment, and updates the view after every change.
///
/// ```swift
/// struct CounterView: View {
///     @BlocState(CounterBloc.self) private var count
///
///     var body: some View {
///         Button("\(count)") { $count.add(.incremented) }
///     }
/// }
/// ```
///
/// The projected value, here `$count`, is the bloc. A ``BlocProvider`` or `provide(_:)` above the view provides it.
@MainActor
@propertyWrapper
public struct BlocState<Source: StateSource>: DynamicProperty {
    @Environment private var source: Source

    /// Reads the state of the nearest bloc of this type.
    public init(_ type: Source.Type) {
        _source = Environment(type)
    }

    /// The current state.
    public var wrappedValue: Source.State { source.state }

    /// The bloc.
    public var projectedValue: Source { source }
}

/// A property wrapper that reads a part of a bloc's state from the environment, and updates the view only when that part changes.
///
/// ```swift
/// @BlocSelection(CartBloc.self, \.items.count) private var count
/// ```
///
/// The projected value is the bloc.
@MainActor
@propertyWrapper
public struct BlocSelection<Source: StateSource, Part: Equatable & Sendable>: DynamicProperty {
    @Environment private var source: Source
    @State private var selected: SelectedPart<Source, Part>

    /// Reads a part, such as `\.name`, of the state of the nearest bloc of this type.
    public init(_ type: Source.Type, _ part: @escaping @Sendable (Source.State) -> Part) {
        _source = Environment(type)
        _selected = State(initialValue: SelectedPart(part))
    }

    /// The current part.
    public var wrappedValue: Part { selected.value(of: source) }

    /// The bloc.
    public var projectedValue: Source { source }
}

/// A part of a bloc's state that Observation tracks separately.
@MainActor
private final class SelectedPart<Source: StateSource, Part: Equatable & Sendable>: Observable {
    private let part: @Sendable (Source.State) -> Part
    private let registrar = ObservationRegistrar()
    private weak var source: Source?
    private var current: Part?
    private var following: Task<Void, Never>?

    nonisolated init(_ part: @escaping @Sendable (Source.State) -> Part) {
        self.part = part
    }

    isolated deinit {
        following?.cancel()
    }

    /// Returns the part; Observation is notified whenever it changes from now on.
    func value(of source: Source) -> Part {
        if self.source !== source { follow(source) }
        registrar.access(self, keyPath: \.observed)
        // The whole state must not be tracked, because every change would then update the view.
        return part(source.core.state)
    }

    private func follow(_ source: Source) {
        following?.cancel()
        self.source = source
        current = part(source.core.state)
        // The sequence starts now and delivers in order on the main actor; it doesn't keep the bloc alive.
        let parts = source.select(part)
        following = Task { [weak self] in
            for await next in parts { self?.changed(to: next) }
        }
    }

    private func changed(to next: Part) {
        guard next != current else { return }
        registrar.withMutation(of: self, keyPath: \.observed) { current = next }
    }

    /// The property through which Observation tracks the part.
    private var observed: Part? { current }
}
#endif
