// Built by Scripts/fuzz-xcconfig together with the sources of XCConfig, not by the package.

/// Resolves a file of arbitrary bytes; the byte 0xFD begins a second file, which the first can include as "b".
@_cdecl("LLVMFuzzerTestOneInput")
public func resolveArbitraryBytes(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let parts = UnsafeBufferPointer(start: data, count: count).split(
        separator: 0xFD,
        maxSplits: 1,
        omittingEmptySubsequences: false
    )
    var files = InMemoryConfigFileSystem([:])
    files.files["/a.xcconfig"] = Array(parts[0])
    files.files["/b.xcconfig"] = parts.count > 1 ? Array(parts[1]) : []
    var resolver = ConfigResolver(fileSystem: files)
    resolver.conditions = ConditionValues(["sdk": "linux", "config": "DEV"])
    resolver.developerFolder = "/"
    resolver.limits.fileCount = 20
    resolver.budget = ExpansionBudget(valueBytes: 1 << 14, totalBytes: 1 << 18, steps: 10_000, stepsPerByte: 0)
    guard let config = try? resolver.resolve("/a.xcconfig") else { fatalError("the entry file was not read") }
    for diagnostic in config.diagnostics {
        precondition(diagnostic.position.line >= 1 && diagnostic.position.column >= 1, "\(diagnostic)")
        precondition(!diagnostic.message.isEmpty && !diagnostic.hint.isEmpty, "\(diagnostic)")
    }
    return 0
}
