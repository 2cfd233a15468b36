// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// What BlocSwiftUI and its examples use of SwiftUI, declared by hand after Apple's documentation.
//
// Where there is no SwiftUI, `Scripts/check messages` and `Scripts/docs` compile BlocSwiftUI against this module. It proves
// that the library and its examples agree with these declarations, and no more: nothing here ever runs.

// SwiftUI exports it, too.
@_exported import Observation

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("not a view") }
}

public struct EmptyView: View {
    public nonisolated init() {}
    public var body: Never { fatalError("a declaration") }
}

public struct Button<Label: View>: View {
    public var body: Never { fatalError("a declaration") }
}

extension Button where Label == EmptyView {
    public init<Title: StringProtocol>(_ title: Title, action: @escaping @MainActor () -> Void) {}
}

@resultBuilder public struct ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = ModifiedView<Self>
    @ViewBuilder func body(content: Content) -> Body
}

public struct ModifiedView<Modifier: ViewModifier>: View {
    public var body: Never { fatalError("a declaration") }
}

public struct ModifiedContent<Content: View, Modifier: ViewModifier>: View {
    public var body: Never { fatalError("a declaration") }
}

public protocol DynamicProperty {}

@propertyWrapper public struct State<Value>: DynamicProperty {
    public init(wrappedValue value: Value) {}
    public init(initialValue value: Value) {}
    public var wrappedValue: Value {
        get { fatalError("a declaration") }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { fatalError("a declaration") }
}

extension State: Sendable where Value: Sendable {}

@propertyWrapper public struct Binding<Value> {
    @preconcurrency public init(
        get: @escaping @isolated(any) @Sendable () -> Value,
        set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {}
    public var wrappedValue: Value {
        get { fatalError("a declaration") }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { self }
}

@propertyWrapper public struct Environment<Value>: DynamicProperty {
    public init(_ objectType: Value.Type) where Value: AnyObject & Observable {}
    public var wrappedValue: Value { fatalError("a declaration") }
}

extension View {
    public func environment<Object: AnyObject & Observable>(_ object: Object?) -> some View { self }

    public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @isolated(any) @Sendable () async -> Void
    ) -> some View { self }

    public func task<ID: Equatable>(
        id value: ID,
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @isolated(any) @Sendable () async -> Void
    ) -> some View { self }

    public func modifier<Modifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
        fatalError("a declaration")
    }

    public func alert<Title: StringProtocol, Actions: View>(
        _ title: Title,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> Actions
    ) -> some View { self }
}
