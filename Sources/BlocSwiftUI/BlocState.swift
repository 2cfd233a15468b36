#if canImport(SwiftUI)
public import Bloc
public import SwiftUI

/// Reads the state of a bloc from the environment, and updates the view after every change.
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
/// The projected value, `$count` here, is the bloc. A ``BlocProvider`` or `provide(_:)` above the view puts it there.
@MainActor
@propertyWrapper
public struct BlocState<Source: StateSource>: DynamicProperty {
    @Environment private var source: Source

    /// Reads the state of the nearest bloc of a type.
    public init(_ type: Source.Type) {
        _source = Environment(type)
    }

    /// The current state.
    public var wrappedValue: Source.State { source.state }

    /// The bloc.
    public var projectedValue: Source { source }
}

/// Reads a part of the state of a bloc from the environment, and updates the view only when that part changes.
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

    /// Reads a part of the state of the nearest bloc of a type.
    ///
    /// - Parameters:
    ///   - type: The type of the bloc.
    ///   - part: Extracts the part from a state, such as `\.name`.
    public init(_ type: Source.Type, _ part: @escaping @Sendable (Source.State) -> Part) {
        _source = Environment(type)
        _selected = State(initialValue: SelectedPart(part))
    }

    /// The current part.
    public var wrappedValue: Part { selected.value(of: source) }

    /// The bloc.
    public var projectedValue: Source { source }
}

/// A part of a bloc's state that Observation tracks by itself.
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

    /// The part, and from now on a notification whenever it changes.
    func value(of source: Source) -> Part {
        if self.source !== source { follow(source) }
        registrar.access(self, keyPath: \.observed)
        // The whole state must not be tracked: the view would be updated by every change of it.
        return part(source.core.state)
    }

    private func follow(_ source: Source) {
        following?.cancel()
        self.source = source
        current = part(source.core.state)
        // The sequence begins now and on the main actor delivers in order; it does not keep the bloc alive.
        let parts = source.select(part)
        following = Task { [weak self] in
            for await next in parts { self?.changed(to: next) }
        }
    }

    private func changed(to next: Part) {
        guard next != current else { return }
        registrar.withMutation(of: self, keyPath: \.observed) { current = next }
    }

    /// What Observation knows the part by.
    private var observed: Part? { current }
}
#endif
