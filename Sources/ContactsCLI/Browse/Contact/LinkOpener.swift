import Primitives

/// Opens addresses in the program that the desktop has for them, else in the browser that `BROWSER` names.
///
/// Programs are started without a shell, and get the address as one argument.
struct LinkOpener: Sendable {
    enum Outcome: Hashable, Sendable {
        case opened
        case none
        /// The address is not one to hand to a program.
        case refused
    }

    #if os(macOS)
    private static let desktop = "open"
    #else
    private static let desktop = "xdg-open"
    #endif

    private static let schemes = ["https://", "http://", "mailto:", "tel:"]

    /// The time for a program to refuse an address; one that is still running then has accepted it.
    private static let patience = Duration.seconds(2)

    private let environment: [String: String]

    init(environment: [String: String]) { self.environment = environment }

    func open(_ link: String) async -> Outcome {
        guard Self.isHarmless(link) else { return .refused }
        for command in commands(for: link) where await Self.run(command) { return .opened }
        return .none
    }

    /// Whether an address begins with a known scheme, so that it is never read as an option, and has no hidden characters.
    static func isHarmless(_ link: String) -> Bool {
        let start = link.lowercased()
        return schemes.contains { start.hasPrefix($0) && start != $0 } && link.utf8.count <= 4_096
            && !link.unicodeScalars.map(\.properties).contains {
                $0.isWhitespace || [.control, .format].contains($0.generalCategory)
            }
    }

    /// The programs that may open an address, with all their arguments, the first to try first.
    func commands(for link: String) -> [[String]] {
        var commands: [[String]] = []
        if let desktop = path(of: Self.desktop) { commands.append([desktop, link]) }
        guard link.lowercased().hasPrefix("http") else { return commands }
        for item in (environment["BROWSER"] ?? "").split(separator: ":") {
            var words = item.split(separator: " ").map(String.init)
            guard let program = words.first.flatMap(path) else { continue }
            words[0] = program
            // As in other programs, `%s` is replaced by the address, which is appended otherwise.
            let hasPlace = words.contains { $0.contains("%s") }
            commands.append(words.map { $0.replacing("%s", with: link) } + (hasPlace ? [] : [link]))
        }
        return commands
    }

    private func path(of program: String) -> String? {
        guard !program.contains("/") else {
            return program.hasPrefix("/") && FileManager.default.isExecutableFile(atPath: program) ? program : nil
        }
        let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        return folders.map { $0 + "/" + program }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static func run(_ command: [String]) async -> Bool {
        guard let process = ChildProcess(silently: command) else { return false }
        let (ends, end) = AsyncStream.makeStream(of: Bool.self)
        Task { end.yield(await blocking { process.wait() } == 0) }
        let limit = Task {
            try await Task.sleep(for: patience)
            end.yield(true)
        }
        defer { limit.cancel() }
        for await hasTaken in ends { return hasTaken }
        return false
    }
}
