/// An `#include "file"` or `#include? "file"` line.
struct IncludeDirective: Sendable {
    /// The name between the quotation marks, as written.
    var name: String
    /// Whether the file may be missing.
    var isOptional: Bool
    /// Where the `#` is.
    var position: SourcePosition
}
