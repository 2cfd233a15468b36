/// A track on which handlers must respect each other.
///
/// Handlers that are registered on lanes of the same name in one bloc follow their policies with regard to all handlers of
/// that lane: one lane for load, next page and refresh means that no two of these overlap.
///
/// ```swift
/// bloc.on(lane: "loading", policy: .restartable, where: \.isRefresh) { event, emit in ... }
/// bloc.on(lane: "loading", policy: .droppable, where: \.isNextPage) { event, emit in ... }
/// ```
public struct Lane: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name of the lane, unique in its bloc.
    public let name: String

    /// Names a lane.
    public init(_ name: String) {
        self.name = name
    }

    /// Names a lane.
    public init(stringLiteral name: String) {
        self.name = name
    }

    /// The name.
    public var description: String { name }
}
