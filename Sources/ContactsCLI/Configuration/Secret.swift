/// A text that must not be seen: it prints, dumps and is interpolated as a placeholder.
struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What is shown instead of a secret.
    static let placeholder = "<redacted>"

    /// The text itself, for the one place that needs it.
    let value: String

    init(_ value: String) {
        self.value = value
    }

    var description: String { Self.placeholder }

    var debugDescription: String { Self.placeholder }

    var customMirror: Mirror { Mirror(self, children: []) }
}
