import XCConfig
import XCConfigTesting

/// Resolves configurations in memory.
enum Resolving {
    static func file(
        _ text: String,
        others: [String: String] = [:],
        conditions: ConditionValues = ConditionValues(),
        configure: (inout ConfigResolver) -> Void = { _ in }
    ) throws -> ResolvedConfig {
        let files = others.merging(["/app/main.xcconfig": text]) { _, new in new }
        var resolver = ConfigResolver(fileSystem: InMemoryConfigFileSystem(files))
        resolver.conditions = conditions
        configure(&resolver)
        return try resolver.resolve("/app/main.xcconfig")
    }

    static func string(_ key: String, in text: String) throws -> String? {
        try file(text)[key]?.string
    }

    static func list(_ key: String, in text: String) throws -> [String]? {
        try file(text)[key]?.list
    }
}

extension ResolvedConfig {
    /// The strings of all keys.
    var strings: [String: String] { values.mapValues(\.string) }

    /// `line:column message` of each diagnostic.
    var findings: [String] {
        diagnostics.map { "\($0.position.line):\($0.position.column) \($0.message)" }
    }
}
