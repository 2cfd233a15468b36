/// Names an event for logs and traces without what it contains, which may be personal.
package enum EventName {
    /// The name of the case of an enum, such as `searched` for `.searched("Ada")`; otherwise the name of the type.
    package static func of(_ event: any Sendable) -> String {
        let mirror = Mirror(reflecting: event)
        guard mirror.displayStyle == .enum else { return "\(type(of: event))" }
        // A case with values has them as its one child; a description may be custom only for a case without values.
        if let child = mirror.children.first { return child.label ?? "\(type(of: event))" }
        return "\(event)"
    }
}
