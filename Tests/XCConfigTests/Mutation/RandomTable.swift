import BlocTesting
import Testing
import XCConfig

/// A random file whose values are also trees, which are evaluated by plain recursion without memoization.
struct RandomTable {
    indirect enum Part {
        case text(String)
        case blank
        case reference(String, isQuoted: Bool)
        case computed(prefix: String, String)
        case inherited
        case fallback(String, Part)
    }

    /// The values of each key, oldest first.
    private(set) var values: [String: [[Part]]] = [:]
    /// The file.
    private(set) var text = ""

    private static let names = ["A", "B", "C", "D", "AB", "AC"]

    init(using generator: inout SplitMix64) {
        for _ in 0..<Int.random(in: 2...9, using: &generator) {
            let name = Self.names.randomElement(using: &generator) ?? "A"
            let parts = (0..<Int.random(in: 0...4, using: &generator)).map { _ in Self.part(using: &generator) }
            // The parser trims blanks at the ends, so the tree must not have them.
            let trimmed = Array(parts.drop(while: Self.isBlank).reversed().drop(while: Self.isBlank).reversed())
            values[name, default: []].append(trimmed)
            text += "\(name) = \(trimmed.map(Self.spelling).joined())\n"
        }
    }

    private static func part(using generator: inout SplitMix64) -> Part {
        let name = names.randomElement(using: &generator) ?? "A"
        return switch Int.random(in: 0..<8, using: &generator) {
        case 0: .text(["x", "y", "B", "C"].randomElement(using: &generator) ?? "x")
        case 1: .blank
        case 2: .inherited
        case 3: .computed(prefix: "A", name)
        case 4: .fallback(name, .text("z"))
        case 5: .reference(name, isQuoted: true)
        default: .reference(name, isQuoted: false)
        }
    }

    private static func isBlank(_ part: Part) -> Bool {
        if case .blank = part { true } else { false }
    }

    private static func spelling(_ part: Part) -> String {
        switch part {
        case .text(let text): text
        case .blank: " "
        case .reference(let name, let isQuoted): isQuoted ? "\"$(\(name))\"" : "$(\(name))"
        case .computed(let prefix, let name): "$(\(prefix)$(\(name)))"
        case .inherited: "$(inherited)"
        case .fallback(let name, let part): "$(\(name):default=\(spelling(part)))"
        }
    }

    /// The string of a key.
    func string(_ name: String) -> String {
        guard let values = values[name], !values.isEmpty else { return "" }
        return string(name, values.count - 1, [name: values.count - 1])
    }

    /// The string of one value of a key, given the indices of the values that are being evaluated.
    private func string(_ name: String, _ index: Int, _ active: [String: Int]) -> String {
        guard let parts = values[name]?[index] else { return "" }
        return parts.map { part in
            switch part {
            case .text(let text): text
            case .blank: " "
            case .reference(let other, let isQuoted):
                isQuoted ? "\"\(value(of: other, active))\"" : value(of: other, active)
            case .computed(let prefix, let other): value(of: prefix + value(of: other, active), active)
            case .inherited: value(of: name, active)
            case .fallback(let other, let part):
                value(of: other, active).isEmpty ? Self.spelling(part) : value(of: other, active)
            }
        }.joined()
    }

    private func value(of name: String, _ active: [String: Int]) -> String {
        guard let values = values[name] else { return "" }
        let index = (active[name] ?? values.count) - 1
        guard index >= 0 else { return "" }
        return string(name, index, active.merging([name: index]) { $1 })
    }
}

@Suite struct RandomTableTests {
    @Test(arguments: 0..<4)
    func `memoized values equal those of plain recursion`(part: UInt64) throws {
        var generator = SplitMix64(seed: 1_000 + part)
        for round in 0..<80 {
            let table = RandomTable(using: &generator)
            let config = try Resolving.file(table.text) { $0.budget.steps = 1_000_000 }
            for (name, value) in config.values {
                #expect(value.string == table.string(name), "part \(part), round \(round), \(name) in\n\(table.text)")
            }
        }
    }
}
