import Bloc

/// Describes the change of a transition by the names of cases and fields, since values may be personal.
enum StateChange {
    /// The change between two states, such as `loading → hasData`, or `content: loading → hasData, total`.
    static func text(from old: Any, to new: Any) -> String {
        let (before, after) = (Mirror(reflecting: old), Mirror(reflecting: new))
        switch after.displayStyle {
        case .enum:
            let names = (name(of: old, before), name(of: new, after))
            return names.0 == names.1 ? names.1 : "\(names.0) → \(names.1)"
        case .struct, .class:
            let fields = zip(before.children, after.children).compactMap { old, new -> String? in
                guard let label = new.label, !areEqual(old.value, new.value) else { return nil }
                let (was, now) = (Mirror(reflecting: old.value), Mirror(reflecting: new.value))
                guard now.displayStyle == .enum, was.displayStyle == .enum else { return label }
                let names = (name(of: old.value, was), name(of: new.value, now))
                return names.0 == names.1 ? label : "\(label): \(names.0) → \(names.1)"
            }
            return fields.isEmpty ? "\(type(of: new))" : fields.joined(separator: ", ")
        default:
            return "\(type(of: new))"
        }
    }

    private static func name(of value: Any, _ mirror: Mirror) -> String {
        // A description may be custom, and so personal, only for a case without values, which says nothing of its own.
        mirror.children.first?.label ?? (mirror.children.isEmpty ? "\(value)" : "\(type(of: value))")
    }

    private static func areEqual(_ left: Any, _ right: Any) -> Bool {
        guard let left = left as? any Equatable else { return false }
        return isEqual(left, right)
    }

    private static func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
        (right as? Value) == left
    }
}
