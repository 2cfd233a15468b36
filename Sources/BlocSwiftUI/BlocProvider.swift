#if canImport(SwiftUI)
public import Bloc
public import SwiftUI

/// Creates a bloc for the views inside it, and closes it when they are gone.
///
/// ```swift
/// BlocProvider(CounterBloc()) {
///     CounterView()
/// }
/// ```
///
/// The bloc is created when the content is first shown, and kept for as long as the provider has its place in the hierarchy of
/// views. Views inside get it with ``BlocState``, ``BlocSelection`` or `@Environment(CounterBloc.self)`.
public struct BlocProvider<Source: StateSource, Content: View>: View {
    @State private var owned: OwnedBloc<Source>
    private let content: Content

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - create: Creates the bloc; evaluated once.
    ///   - content: The views that get it.
    public init(_ create: @autoclosure @escaping () -> Source, @ViewBuilder content: () -> Content) {
        // SwiftUI makes and drops views all the time, and keeps the first of these; so only that one creates a bloc.
        _owned = State(initialValue: OwnedBloc(create))
        self.content = content()
    }

    /// The content, with the bloc in its environment.
    public var body: some View {
        content.environment(owned.bloc)
    }
}

extension View {
    /// Puts a bloc that is kept elsewhere, such as in a `BlocManager`, into the environment of this view.
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
