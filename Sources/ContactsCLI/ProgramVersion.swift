/// What `--version` tells.
enum ProgramVersion {
    /// The version of the program.
    static let number = "0.1.0"

    /// The version of the compiler that built the program.
    static var compiler: String {
        #if compiler(>=6.5)
        "Swift 6.5 or later"
        #elseif compiler(>=6.4)
        "Swift 6.4"
        #elseif compiler(>=6.3)
        "Swift 6.3"
        #else
        "Swift 6.2"
        #endif
    }

    /// One line with all of it.
    static var line: String {
        "contacts \(number) (\(compiler), SQLite \(CompositionRoot.databaseVersion))"
    }
}
