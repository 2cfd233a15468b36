/// Reads the part of YAML 1.2 that a document of people needs, strictly.
///
/// It knows mappings by indentation, lists of them, mappings on one line, and plain and quoted scalars.
struct YAMLReader {
    private struct Line {
        let indent: Int
        let text: Substring
    }

    private var lines: [Line]
    private var position = 0

    /// The document as JSON would have it.
    static func document(_ text: String) throws -> JSONValue {
        let lines = try text.split(separator: "\n").map { line in
            let rest = line.drop { $0 == " " }
            guard !rest.contains("\t"), rest.last != " " else { throw WireError("a blank is not in place: \(line)") }
            return Line(indent: line.count - rest.count, text: rest)
        }
        var reader = YAMLReader(lines: lines)
        let value = try reader.block(0)
        guard reader.position == reader.lines.count else { throw WireError("line \(reader.position) is out of line") }
        return value
    }

    private init(lines: [Line]) {
        self.lines = lines
    }

    private var line: Line? { position < lines.count ? lines[position] : nil }

    private mutating func block(_ indent: Int) throws -> JSONValue {
        if line?.text == "-" { return try list(indent) }
        if let line, line.indent == indent, line.text.hasPrefix("{") {
            position += 1
            return try inline(line.text)
        }
        var members: [String: JSONValue] = [:]
        while let line, line.indent == indent {
            position += 1
            let (key, rest) = try Self.parted(line.text)
            guard members[key] == nil else { throw WireError("the key \(key) is there twice") }
            if !rest.isEmpty {
                members[key] = rest.hasPrefix("{") ? try inline(rest) : try Self.scalar(rest)
            } else if let next = self.line, next.indent > indent || next.indent == indent && next.text == "-" {
                members[key] = try block(next.indent)
            } else {
                throw WireError("the key \(key) has no value")
            }
        }
        return JSONValue(members: members)
    }

    private mutating func list(_ indent: Int) throws -> JSONValue {
        var items: [JSONValue] = []
        while let line, line.indent == indent, line.text == "-" {
            position += 1
            guard let next = self.line, next.indent > indent else { throw WireError("an item is empty") }
            items.append(try block(next.indent))
        }
        return JSONValue(items: items)
    }

    /// A mapping on one line, such as `{a: 1, b: 'x'}`.
    private func inline(_ text: Substring) throws -> JSONValue {
        guard text.hasPrefix("{"), text.hasSuffix("}") else { throw WireError("a line does not end: \(text)") }
        var rest = text.dropFirst().dropLast()
        var members: [String: JSONValue] = [:]
        while !rest.isEmpty {
            guard let colon = rest.firstIndex(of: ":") else { throw WireError("there is no key in \(rest)") }
            let key = String(rest[..<colon])
            rest = rest[rest.index(after: colon)...].drop { $0 == " " }
            let end = Self.end(of: rest)
            members[key] = try Self.scalar(rest[..<end])
            rest = rest[end...]
            if rest.isEmpty { break }
            guard rest.hasPrefix(", ") else { throw WireError("two members run together: \(rest)") }
            rest = rest.dropFirst(2)
        }
        return JSONValue(members: members)
    }

    /// Where a scalar inside of a mapping on one line ends.
    private static func end(of text: Substring) -> Substring.Index {
        guard let mark = text.first, mark == "'" || mark == "\"" else {
            return text.firstIndex(of: ",") ?? text.endIndex
        }
        var index = text.index(after: text.startIndex)
        while index < text.endIndex {
            let next = text.index(after: index)
            if text[index] == "\\", mark == "\"" {
                index = next < text.endIndex ? text.index(after: next) : next
            } else if text[index] == mark {
                guard mark == "'", next < text.endIndex, text[next] == "'" else { return next }
                index = text.index(after: next)
            } else {
                index = next
            }
        }
        return index
    }

    private static func parted(_ text: Substring) throws -> (key: String, rest: Substring) {
        guard let colon = text.firstIndex(of: ":") else { throw WireError("there is no key in \(text)") }
        let rest = text[text.index(after: colon)...]
        guard rest.isEmpty || rest.hasPrefix(" ") else { throw WireError("no blank follows the key in \(text)") }
        return (String(text[..<colon]), rest.drop { $0 == " " })
    }

    private static func scalar(_ text: Substring) throws -> JSONValue {
        if text.hasPrefix("'") {
            guard text.count > 1, text.hasSuffix("'") else { throw WireError("a quotation does not end: \(text)") }
            let inner = text.dropFirst().dropLast()
            guard !inner.replacing("''", with: "").contains("'") else {
                throw WireError("a mark stands alone: \(text)")
            }
            return JSONValue(text: String(inner.replacing("''", with: "'")))
        }
        // A text in double quotation marks, a number and null are written as in JSON.
        let isPlain = text.first.map { $0.isLetter || !$0.isASCII } == true && text != "null"
        guard isPlain else { return try JSONValue(bytes: Array(text.utf8)) }
        guard !text.contains(": "), !text.contains(" #"), !text.contains(where: { "[]{}".contains($0) }),
            !["true", "false", "yes", "no", "on", "off", "y", "n"].contains(text.lowercased())
        else { throw WireError("a plain text is something else to some readers: \(text)") }
        return JSONValue(text: String(text))
    }
}
