import Foundation

/// A shell at a terminal, in which lines are typed as a person types them: with the tab key and the return key.
enum InteractiveShell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The shells of this machine; `Scripts/test` sees to it that all are there where it can.
    static var installed: [Self] { allCases.filter { $0.path != nil } }

    private var path: String? {
        ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(rawValue)" }
            .first(where: FileManager.default.isExecutableFile)
    }

    /// Types the lines, and returns the arguments of each command of the program that they run, as `<one><two>`.
    ///
    /// Only completions reach the program itself. All is typed ahead, so that nothing has to be waited for.
    func arguments(typing lines: [String], to contacts: Binary) async throws -> [String] {
        let folder = contacts.home.url.appending(path: "commands")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let command = folder.appending(path: "contacts")
        try await TemporaryFolder.makeProgram(Self.command, at: command)

        let terminal = try PseudoTerminal(columns: 200)
        try terminal.type((setup + lines + ["exit"]).map { $0 + "\n" }.joined())
        async let screen = terminal.textAsItComes()
        let run = try await contacts.start(
            ["-c", #"exec "$@" <"$tty" >"$tty" 2>&1"#, "sh", path ?? rawValue] + options,
            ["PATH": "\(folder.path):/usr/bin:/bin", "TERM": "xterm", "tty": terminal.name],
            executable: "/bin/sh",
            isSession: true
        )
        _ = try await run.result
        terminal.end()
        _ = await screen
        let typed = try? String(contentsOf: contacts.home.url.appending(path: "typed"), encoding: .utf8)
        return (typed ?? "").split(separator: "\n").map(String.init)
    }

    private static let command = #"""
        #!/bin/sh
        case ${1-} in
        ---complete|completion) exec "$contacts" "$@" ;;
        esac
        { printf '<%s>' "$@"; echo; } >> "$HOME/typed"

        """#

    private var options: [String] {
        switch self {
        case .bash: ["--norc", "--noprofile", "-i"]
        case .zsh: ["-f", "-i"]
        case .fish: ["-i"]
        }
    }

    private var setup: [String] {
        switch self {
        case .bash: ["source <(contacts completion bash)"]
        case .zsh: ["autoload -Uz compinit; compinit -D -u; source <(contacts completion zsh)"]
        case .fish: ["source (contacts completion fish | psub)"]
        }
    }
}
