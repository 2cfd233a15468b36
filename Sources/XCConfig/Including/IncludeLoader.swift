/// Reads an entry file and its includes into a table.
///
/// Includes are read in place, so that the lines after them override them. Includes that fail are skipped.
struct IncludeLoader {
    private struct Includer {
        var resolvedPath: String
        var name: String
    }

    /// The source of the file system, the folders and the limits.
    private let resolver: ConfigResolver
    private let entryFolder: String
    private var numbers: [String: Int] = [:]
    private var readingCount = 0
    private var byteCount = 0
    private var chain: [Includer] = []

    private(set) var table: AssignmentTable
    private(set) var files: [SourceFile] = []
    private(set) var collector = DiagnosticCollector()

    /// Reads the entry file; only throws if that file itself can't be read.
    init(_ path: String, _ resolver: ConfigResolver) throws(ConfigFileError) {
        self.resolver = resolver
        entryFolder = PathText.folder(of: path)
        table = AssignmentTable(conditions: resolver.conditions)
        let bytes = try fileSystem.contents(ofPath: path, limit: limits.fileBytes)
        read(bytes, path: path, searchFolders: resolver.searchFolders)
    }

    private var fileSystem: any ConfigFileSystem { resolver.fileSystem }
    private var limits: IncludeLimits { resolver.limits }

    private mutating func read(_ bytes: [UInt8], path: String, searchFolders: [String]) {
        let name = displayName(of: path)
        let file = fileNumber(of: path)
        readingCount += 1
        byteCount += bytes.count
        let reading = readingCount
        let folder = PathText.folder(of: path)
        let folders = [folder] + searchFolders.filter { $0 != folder }
        let parsed = ConfigFileParser(bytes, file: name)
        collector.add(contentsOf: parsed.diagnostics)

        chain.append(Includer(resolvedPath: fileSystem.resolvedPath(path), name: name))
        defer { chain.removeLast() }
        for statement in parsed.statements {
            switch statement {
            case .assignment(let assignment):
                if let line = table.add(assignment, file: file, reading: reading) {
                    warnOfDuplicate(assignment, earlierLine: line, in: name)
                }
            case .include(let directive):
                include(directive, from: name, folders: folders)
            }
        }
    }

    private mutating func warnOfDuplicate(_ assignment: ConfigAssignment, earlierLine: Int, in name: String) {
        let message = "'\(assignment.name)' was already assigned in line \(earlierLine); that value is lost"
        let hint = "remove one of the lines, or add to the earlier value with $(inherited)"
        collector.add(ConfigDiagnostic(.warning, file: name, at: assignment.position, message, hint: hint))
    }

    // MARK: Includes

    private mutating func include(_ directive: IncludeDirective, from name: String, folders: [String]) {
        guard let path = find(directive, folders: folders) else {
            guard !directive.isOptional else { return }
            let message = "could not find included file '\(directive.name)' in search paths"
            return fail(directive, in: name, message, hint: hintForMissingFile(directive))
        }
        if warnOfCycle(path, directive, in: name) { return }
        guard fileSystem.kind(ofPath: path) != nil else {
            guard !directive.isOptional else { return }
            let message = "included file '\(directive.name)' does not exist"
            let hint = "correct the name, or write #include? if the file may be missing"
            return fail(directive, in: name, message, hint: hint)
        }
        if chain.count > limits.depth {
            let message = "includes are nested more than \(limits.depth) deep"
            return fail(directive, in: name, message, hint: "include the file from one that is nested less deeply")
        }
        if readingCount >= limits.fileCount {
            let message = "more than \(limits.fileCount) files are included, counting repetitions"
            return fail(directive, in: name, message, hint: "include each file once")
        }
        do {
            let bytes = try fileSystem.contents(ofPath: path, limit: limits.fileBytes)
            guard byteCount + bytes.count <= limits.totalBytes else {
                let message = "the files together have more than \(limits.totalBytes) bytes"
                return fail(directive, in: name, message, hint: "include fewer or smaller files")
            }
            read(bytes, path: path, searchFolders: folders)
        } catch {
            let message = "unable to read included file '\(displayName(of: path))': \(error.reason)"
            let hint = "#include? allows for a file that is missing, not for one that cannot be read"
            fail(directive, in: name, message, hint: hint)
        }
    }

    /// Returns the path of an included file: the absolute path, or the first match in the folders.
    private func find(_ directive: IncludeDirective, folders: [String]) -> String? {
        var name = directive.name
        let placeholder = "<DEVELOPER_DIR>"
        if let developerFolder = resolver.developerFolder, name.hasPrefix(placeholder) {
            name = developerFolder + name.dropFirst(placeholder.count)
        }
        let candidates = (PathText.fileExtension(of: name) ?? "").isEmpty ? [name, name + ".xcconfig"] : [name]
        guard !PathText.isAbsolute(name) else {
            return candidates.first { fileSystem.kind(ofPath: $0) != nil } ?? name
        }
        for folder in folders {
            for candidate in candidates {
                let path = PathText.joining(folder, candidate)
                if fileSystem.kind(ofPath: path) != nil { return path }
            }
        }
        return nil
    }

    private func hintForMissingFile(_ directive: IncludeDirective) -> String {
        if directive.name.hasPrefix("<DEVELOPER_DIR>"), resolver.developerFolder == nil {
            return "give the folder for <DEVELOPER_DIR> with --developer-dir"
        }
        return "relative names start from this file's folder; write #include? if the file may be missing"
    }

    private mutating func warnOfCycle(_ path: String, _ directive: IncludeDirective, in name: String) -> Bool {
        let resolved = fileSystem.resolvedPath(path)
        guard let start = chain.firstIndex(where: { $0.resolvedPath == resolved }) else { return false }
        let names = chain[start...].map(\.name) + [displayName(of: path)]
        let message =
            "Skipping the inclusion of '\(PathText.lastComponent(of: path))' from "
            + "'\(PathText.lastComponent(of: name))' as it would create a cycle: " + names.joined(separator: " -> ")
        let hint = "remove one of the includes"
        collector.add(ConfigDiagnostic(.warning, file: name, at: directive.position, message, hint: hint))
        return true
    }

    private mutating func fail(_ directive: IncludeDirective, in name: String, _ message: String, hint: String) {
        collector.add(ConfigDiagnostic(.error, file: name, at: directive.position, message, hint: hint))
    }

    // MARK: Names

    private func displayName(of path: String) -> String {
        PathText.relative(path, to: entryFolder)
    }

    private mutating func fileNumber(of path: String) -> Int {
        if let number = numbers[path] { return number }
        numbers[path] = files.count
        files.append(SourceFile(path: path, name: displayName(of: path)))
        return files.count - 1
    }
}

/// Limits on a file's includes.
package struct IncludeLimits: Hashable, Sendable {
    /// The maximum depth of includes below the entry file.
    package var depth = 64
    /// The maximum number of files to read; a file that is included twice counts twice.
    package var fileCount = 1_000
    /// The maximum size of a file, in bytes.
    package var fileBytes = 16 << 20
    /// The maximum total size of all files, in bytes.
    package var totalBytes = 64 << 20
}

/// A file that was read.
package struct SourceFile: Hashable, Sendable {
    /// The absolute path.
    package var path: String
    /// The path relative to the entry file's folder, as shown in diagnostics.
    package var name: String
}
