import Primitives

/// A line of a card, unfolded.
public struct VCardLine: Hashable, Sendable {
    /// The complete line, as it was read or will be written.
    public let text: String
    /// The group before the name (`item1` in `item1.EMAIL`).
    public let group: String?
    /// The name in uppercase.
    public let name: String
    /// The parameters, in order.
    public let parameters: [VCardParameter]
    /// The text after the colon, including escapes.
    public let value: String

    init(text: String, group: String?, name: String, parameters: [VCardParameter], value: String) {
        self.text = text
        self.group = group
        self.name = name
        self.parameters = parameters
        self.value = value
    }

    /// Creates a line; the value must already be escaped (see ``VCardText``).
    public init(_ name: String, parameters: [VCardParameter] = [], group: String? = nil, value: String) {
        var text = group.map { $0 + "." } ?? ""
        text += name
        for parameter in parameters {
            text += ";" + parameter.name + "=" + parameter.values.map(Self.quoted).joined(separator: ",")
        }
        text += ":"
        // Most values are plain ASCII, and checking bytes is much faster than checking characters.
        let isPlain = value.utf8.allSatisfy { (0x20..<0x80).contains($0) }
        text += isPlain || !value.contains(where: \.isNewline) ? value : VCardText.withoutLineBreaks(value)
        self.init(text: text, group: group, name: name, parameters: parameters, value: value)
    }

    /// Parses an unfolded line such as ``text``; `nil` if it is invalid.
    public init?(text: String) {
        var bytes = Array(text.utf8)
        guard let line = try? bytes.withUnsafeMutableBufferPointer({ try LineParser.parse(UnsafeBufferPointer($0)) })
        else { return nil }
        self = line
    }

    /// The name of a line whose value is the text of an unparsable line.
    public static let unreadable = "X-CONTACTS-UNREADABLE"
    /// The name of the parameter for a user-defined label.
    public static let customLabel = "X-CUSTOM"

    /// Returns the first value of a parameter.
    public func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name }?.values.first
    }

    /// The values of all `TYPE` parameters in lowercase, without duplicates.
    public var types: [String] {
        var types: [String] = []
        // A hostile line may have thousands of types.
        var known: Set<String> = []
        for parameter in parameters where parameter.name == "TYPE" {
            for type in parameter.values.flatMap({ $0.split(separator: ",") }) {
                WorkCount.add(1)
                if known.insert(type.lowercased()).inserted { types.append(type.lowercased()) }
            }
        }
        return types
    }

    /// Returns whether a `TYPE` parameter contains the type, which must be lowercase ASCII.
    public func hasType(_ type: String) -> Bool {
        parameters.contains { parameter in
            parameter.name == "TYPE"
                && parameter.values.contains { $0.split(separator: ",").contains { $0.lowercased() == type } }
        }
    }

    /// Quotes a parameter value if necessary (RFC 6350) and escapes characters that can't be quoted (RFC 6868).
    private static func quoted(_ value: String) -> String {
        var needsQuotes = value.isEmpty
        var escaped = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": escaped += "^'"
            case "^": escaped += "^^"
            case "\n": escaped += "^n"
            case ",", ";", ":":
                needsQuotes = true
                escaped.unicodeScalars.append(scalar)
            case _ where scalar.value < 32 && scalar != "\t": break
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return needsQuotes ? "\"\(escaped)\"" : escaped
    }
}

/// A parameter of a line, such as `TYPE=home,work`.
public struct VCardParameter: Hashable, Sendable {
    /// The name in uppercase.
    public var name: String
    /// The values, without quotes and without the escapes of RFC 6868.
    public var values: [String]

    /// Creates a parameter.
    public init(_ name: String, _ values: [String]) {
        self.name = name
        self.values = values
    }
}
