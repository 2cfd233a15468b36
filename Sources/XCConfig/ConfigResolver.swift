/// Reads an `.xcconfig` file, follows its includes and resolves its values.
///
/// Files have the same meaning as in Apple's build system. Errors are reported with their file, line and column, and
/// don't stop the parser.
///
/// ```swift
/// var resolver = ConfigResolver()
/// resolver.conditions = ConditionValues(["config": "DEV"])
/// let config = try resolver.resolve("/etc/app/DEV.xcconfig")
/// print(config["API_ENDPOINT_URL"]?.string ?? "")
/// ```
package struct ConfigResolver: Sendable {
    /// The file system to read from.
    package var fileSystem: any ConfigFileSystem
    /// The folders to search for relative includes, after the including file's own folder.
    package var searchFolders: [String] = []
    /// The folder that replaces `<DEVELOPER_DIR>` at the beginning of an include.
    package var developerFolder: String?
    /// The values that conditions are matched against.
    package var conditions = ConditionValues()
    package var limits = IncludeLimits()
    /// The limits on the work of resolving values.
    package var budget = ExpansionBudget()

    package init(fileSystem: any ConfigFileSystem = LocalConfigFileSystem()) {
        self.fileSystem = fileSystem
    }

    /// Reads and resolves a file.
    ///
    /// - Parameter path: The entry file, absolute or relative to the working folder.
    /// - Returns: The values, and the diagnostics for all files.
    /// - Throws: An error if the entry file itself can't be read.
    package func resolve(_ path: String) throws(ConfigFileError) -> ResolvedConfig {
        let loader = try IncludeLoader(PathText.joining(fileSystem.currentFolder, path), self)
        let table = loader.table
        var evaluator = Evaluator(loader, budget: budget)
        var values: [String: ResolvedValue] = [:]
        values.reserveCapacity(table.keys.count)
        for (index, key) in table.keys.enumerated() {
            guard let string = evaluator.string(ofKey: index),
                let list = evaluator.list(ofKey: index)
            else { continue }
            let node = key.head.map { table.nodes[$0] }
            values[key.name] = ResolvedValue(
                string: string,
                list: list,
                file: node?.file,
                position: node?.assignment.position ?? key.position
            )
        }
        return ResolvedConfig(
            values: values,
            diagnostics: Self.sorted(evaluator.collector.diagnostics, by: loader.files),
            files: loader.files,
            referencedKeys: evaluator.referencedKeys
        )
    }

    /// Returns the diagnostics, sorted by the order in which the files were read, then by position.
    private static func sorted(_ diagnostics: [ConfigDiagnostic], by files: [SourceFile]) -> [ConfigDiagnostic] {
        var order: [String: Int] = [:]
        for (index, file) in files.enumerated() { order[file.name] = index }
        func rank(_ diagnostic: ConfigDiagnostic) -> (Int, Int, Int) {
            (order[diagnostic.file] ?? files.count, diagnostic.position.line, diagnostic.position.column)
        }
        return diagnostics.sorted { rank($0) < rank($1) }
    }
}

/// The values of a file and its includes, with all references resolved.
package struct ResolvedConfig: Sendable {
    /// The values by key.
    ///
    /// Contains every key that a file assigns to; the value is empty if none of its conditions match. Only values that
    /// exceed the budget are missing.
    package var values: [String: ResolvedValue]
    package var diagnostics: [ConfigDiagnostic]
    /// The files that were read, starting with the entry file.
    package var files: [SourceFile]
    /// The keys that other keys refer to by name.
    package var referencedKeys: Set<String>

    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// Returns the value of a key; `nil` if no assignment to it matched.
    package subscript(key: String) -> ResolvedValue? {
        guard let value = values[key], value.file != nil else { return nil }
        return value
    }
}

/// A key's value, with all references resolved.
package struct ResolvedValue: Sendable {
    /// The value as a string: quotation marks, backslashes and spaces are kept as written.
    package var string: String
    /// The value as a list: quoting and escapes work as in a shell.
    package var list: [String]
    /// The file that contains the assignment, as an index into ``ResolvedConfig/files``; `nil` if none matched.
    package var file: Int?
    /// The position of the key in the file.
    package var position: SourcePosition
}
