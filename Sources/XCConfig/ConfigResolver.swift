/// Reads an `.xcconfig` file, follows its includes and resolves its values.
///
/// The files have the meaning that Apple's build system gives them. Errors are reported with file, line and column, and
/// reading continues after them.
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
    /// Folders to search for relative includes, after those of the including files.
    package var searchFolders: [String] = []
    /// The folder that replaces `<DEVELOPER_DIR>` at the beginning of an include.
    package var developerFolder: String?
    /// The values to match conditions against.
    package var conditions = ConditionValues()
    package var limits = IncludeLimits()
    /// Limits for the work of resolving.
    package var budget = ExpansionBudget()

    package init(fileSystem: any ConfigFileSystem = LocalConfigFileSystem()) {
        self.fileSystem = fileSystem
    }

    /// Reads and resolves a file.
    ///
    /// - Parameter path: The entry file, absolute or relative to the working folder.
    /// - Returns: The values, and all diagnostics for the files.
    /// - Throws: An error when the entry file itself cannot be read.
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

    /// The diagnostics in the order in which the files were read, and in each file from its beginning to its end.
    private static func sorted(_ diagnostics: [ConfigDiagnostic], by files: [SourceFile]) -> [ConfigDiagnostic] {
        var order: [String: Int] = [:]
        for (index, file) in files.enumerated() { order[file.name] = index }
        func rank(_ diagnostic: ConfigDiagnostic) -> (Int, Int, Int) {
            (order[diagnostic.file] ?? files.count, diagnostic.position.line, diagnostic.position.column)
        }
        return diagnostics.sorted { rank($0) < rank($1) }
    }
}

/// The values of a file and its includes, with every reference resolved.
package struct ResolvedConfig: Sendable {
    /// The values by their keys.
    ///
    /// Contains every key that a file assigns to, with an empty value when none of its conditions match. Only values
    /// that exceed the budget are missing.
    package var values: [String: ResolvedValue]
    package var diagnostics: [ConfigDiagnostic]
    /// The files that were read, the entry file first.
    package var files: [SourceFile]
    /// The keys that other keys refer to by name.
    package var referencedKeys: Set<String>

    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// The value of a key; `nil` when no assignment to it matched.
    package subscript(key: String) -> ResolvedValue? {
        guard let value = values[key], value.file != nil else { return nil }
        return value
    }
}

/// The value of one key, with every reference resolved.
package struct ResolvedValue: Sendable {
    /// The value as a string: quotation marks, backslashes and blanks as they are written.
    package var string: String
    /// The value as a list: quoted and escaped as in a shell.
    package var list: [String]
    /// The file of the assignment, as an index of ``ResolvedConfig/files``; `nil` if none matched.
    package var file: Int?
    /// The position of the key in the file.
    package var position: SourcePosition
}
