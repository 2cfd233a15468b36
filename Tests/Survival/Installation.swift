import Foundation

/// The built program with a home folder of its own and a server of invented people.
struct Installation: Sendable {
    private let program: URL
    private let folder: URL
    private var environment: [String: String]

    /// Runs `body` with an installation, which is removed afterwards.
    static func with<Result>(_ program: URL, _ body: (Installation) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "survival-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin"]
        let server = try ChildProcess(program, ["serve", "--budget", "0"], environment: environment, folder: folder)
        defer { _ = server.killed(after: 0) }
        try server.wait { server.outputText.hasSuffix("\n") }
        environment["CONTACTS_API_ENDPOINT_URL"] = server.outputText.trimmingCharacters(in: .newlines)
        environment["CONTACTS_DATABASE_PATH"] = folder.appending(path: "contacts.sqlite").path
        return try body(Installation(program: program, folder: folder, environment: environment))
    }

    /// The store that all runs share.
    var store: StoreView { StoreView(path: folder.appending(path: "contacts.sqlite").path) }

    /// Starts the program.
    func start(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(program, arguments, environment: environment, folder: folder)
    }

    /// Runs the program to its end, which has to be a success without messages about locks.
    @discardableResult
    func run(_ arguments: [String]) throws -> String {
        let child = try start(arguments)
        try child.succeed(without: "locked", "busy")
        return child.outputText
    }
}
