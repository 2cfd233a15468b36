import ArgumentParser

/// Something that is known, with a name for people and one for programs.
struct Fact: Equatable, Sendable {
    /// What may be known.
    enum Value: Equatable, Sendable {
        case number(Int)
        case text(String?)
        case flag(Bool)
        /// How many there are of each name, in this order.
        case counts([Count])
    }

    /// A name and how many there are of it.
    struct Count: Equatable, Sendable {
        var name: String
        var number: Int
    }

    /// The name for programs.
    let key: String
    /// The name for people.
    let label: String
    let value: Value

    init(_ key: String, _ label: String, _ value: Value) {
        self.key = key
        self.label = label
        self.value = value
    }

    /// Counts by name, the most first.
    init(_ key: String, _ label: String, _ counts: [String: Int]) {
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        self.init(key, label, .counts(sorted.map { Count(name: $0.key, number: $0.value) }))
    }
}

/// The forms in which facts can be asked for.
enum FactFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case tsv
    case json

    /// The facts in this form, in the order given.
    func bytes(of facts: [Fact], for screen: Screen) -> [UInt8] {
        switch self {
        case .text: Self.text(of: facts)
        case .tsv: Self.lines(of: facts, for: screen)
        case .json: Self.json(of: facts, for: screen)
        }
    }

    // MARK: - Text

    private static func text(of facts: [Fact]) -> [UInt8] {
        let width = facts.reduce(0) { max($0, DisplayWidth.columns(of: $1.label)) } + 3
        var bytes: [UInt8] = []
        for fact in facts {
            switch fact.value {
            case .number(let number): append(fact.label, String(number), width: width, to: &bytes)
            case .text(let text): append(fact.label, text ?? "unknown", width: width, to: &bytes)
            case .flag(let flag): append(fact.label, flag ? "yes" : "no", width: width, to: &bytes)
            case .counts(let counts):
                append(fact.label, counts.isEmpty ? "none" : String(counts.count), width: width, to: &bytes)
                for count in counts {
                    bytes += "  \(TerminalText.sanitized(count.name)): \(count.number)\n".utf8
                }
            }
        }
        return bytes
    }

    private static func append(_ label: String, _ text: String, width: Int, to bytes: inout [UInt8]) {
        bytes += "\(label):".utf8
        bytes += repeatElement(UInt8(ascii: " "), count: max(1, width - 1 - DisplayWidth.columns(of: label)))
        bytes += TerminalText.sanitized(text).utf8
        bytes.append(UInt8(ascii: "\n"))
    }

    // MARK: - Lines

    private static func lines(of facts: [Fact], for screen: Screen) -> [UInt8] {
        let text = TSVText(isForTerminal: screen.isTerminal)
        return facts.reduce(into: []) { bytes, fact in
            switch fact.value {
            case .number(let number): text.append([fact.key, String(number)], to: &bytes)
            case .text(let value): text.append([fact.key, value ?? ""], to: &bytes)
            case .flag(let flag): text.append([fact.key, String(flag)], to: &bytes)
            case .counts(let counts):
                for count in counts { text.append([fact.key, count.name, String(count.number)], to: &bytes) }
            }
        }
    }

    // MARK: - JSON

    private static func json(of facts: [Fact], for screen: Screen) -> [UInt8] {
        let text = JSONText(isForTerminal: screen.isTerminal)
        var bytes = Array("{".utf8)
        for fact in facts {
            bytes += bytes.count == 1 ? "\n".utf8 : ",\n".utf8
            text.append(fact.key, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            switch fact.value {
            case .number(let number): bytes += String(number).utf8
            case .text(let value): text.append(value, to: &bytes)
            case .flag(let flag): bytes += String(flag).utf8
            case .counts(let counts):
                bytes.append(UInt8(ascii: "{"))
                for (index, count) in counts.enumerated() {
                    if index > 0 { bytes.append(UInt8(ascii: ",")) }
                    text.append(count.name, to: &bytes)
                    bytes += ":\(count.number)".utf8
                }
                bytes.append(UInt8(ascii: "}"))
            }
        }
        bytes += "\n}\n".utf8
        return bytes
    }
}
