#if canImport(SwiftUI)
public import Bloc
public import SwiftUI

/// A view that creates a bloc for the views inside it, and closes the bloc when they are gone.
///
/// ```swift
/// BlocProvider(CounterBloc()) {
///     CounterView()
/// }
/// ```
///
/// The bloc is created when the content is first shown, and kept as long as the provider stays in the view hierarchy.
/// Views inside access it with ``BlocState``, ``BlocSelection`` or `@Environment(CounterBloc.self)`.
public struct BlocProvider<Source: StateSource, Content: View>: View {
    @State private var owned: OwnedBloc<Source>
    private let content: Content

    /// Creates a provider of a bloc, which is created once, for the views that use it.
    public init(_ create: @autoclosure @escaping () -> Source, @ViewBuilder content: () -> Content) {
        // SwiftUI recreates views all the time and keeps only the first of these values, so only that one creates a bloc.
        _owned = State(initialValue: OwnedBloc(create))
        self.content = content()
    }

    /// The content, with the bloc in its environment.
    public var body: some View {
        content.environment(owned.bloc)
    }
}

extension View {
    /// Adds a bloc that is kept elsewhere, such as in a `BlocManager`, to the environment of this view.
    public func provide(_ bloc: some StateSource) -> some View {
        environment(bloc)
    }
}

/// A bloc that is created when it is first used.
///
/// Releasing it releases the bloc, which then closes itself.
@MainActor
private final class OwnedBloc<Source: StateSource> {
    private let create: () -> Source
    private(set) lazy var bloc = create()

    init(_ create: @escaping () -> Source) {
        self.create = create
    }
}
#endif
