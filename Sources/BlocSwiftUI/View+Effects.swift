#if canImport(SwiftUI)
public import Bloc
public import SwiftUI

extension View {
    /// Performs an action on the main actor for each effect of a bloc while this view is shown.
    ///
    /// Effects that are emitted before the view appears are buffered, and each effect is delivered only once, to one view.
    public func onEffect<Source: StateSource>(
        of bloc: Source,
        perform action: @escaping @MainActor (Source.Effect) -> Void
    ) -> some View {
        task(id: ObjectIdentifier(bloc)) { @MainActor in
            for await effect in bloc.effects { action(effect) }
        }
    }

    /// Performs an action on the main actor for each effect of the nearest bloc of a type in the environment.
    public func onEffect<Source: StateSource>(
        of type: Source.Type,
        perform action: @escaping @MainActor (Source.Effect) -> Void
    ) -> some View {
        modifier(EffectModifier(type: type, action: action))
    }
}

private struct EffectModifier<Source: StateSource>: ViewModifier {
    @Environment private var source: Source
    private let action: @MainActor (Source.Effect) -> Void

    init(type: Source.Type, action: @escaping @MainActor (Source.Effect) -> Void) {
        _source = Environment(type)
        self.action = action
    }

    func body(content: Content) -> some View {
        content.onEffect(of: source, perform: action)
    }
}

extension Bloc {
    /// Returns a binding to a part of the state; new values become events.
    ///
    /// ```swift
    /// TextField("Name", text: form.binding(\.name) { .nameTyped($0) })
    /// ```
    @MainActor
    public func binding<Part>(
        _ part: any KeyPath<State, Part> & Sendable,
        _ event: @escaping @MainActor (Part) -> Event
    ) -> Binding<Part> {
        Binding(get: { @MainActor in self.state[keyPath: part] }, set: { @MainActor in self.add(event($0)) })
    }
}
#endif
