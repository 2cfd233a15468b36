import Foundation

/// A terminal without a screen, so that a test sees what a person would.
final class PseudoTerminal: Sendable {
    private let controller: Int32
    /// The side that a program writes to.
    let terminal: Int32

    init(columns: UInt16, rows: UInt16 = 24) throws {
        var sides: (controller: Int32, terminal: Int32) = (-1, -1)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&sides.controller, &sides.terminal, nil, nil, &size) == 0 else { throw POSIXError(.ENXIO) }
        (controller, terminal) = sides
    }

    deinit {
        close(controller)
        close(terminal)
    }

    func resize(columns: UInt16) {
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    }

    /// Puts text where a program that reads from the terminal finds it, a line at a time.
    func type(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard bytes.withUnsafeBytes({ write(controller, $0.baseAddress, $0.count) }) == bytes.count else {
            throw POSIXError(.EIO)
        }
    }

    /// The side that a program writes to, which is not closed with the handle.
    var handle: FileHandle { FileHandle(fileDescriptor: terminal) }

    /// The path of the side that a program writes to.
    var name: String { ttyname(terminal).map { String(cString: $0) } ?? "" }

    private static let endMarker = Array("\u{4}end\u{4}".utf8)

    func end() { _ = Self.endMarker.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) } }

    /// Reads what is written until ``end()``, so that the buffer of the terminal never fills.
    func textAsItComes() async -> String {
        await withCheckedContinuation { continuation in
            // Reading blocks, and must not take a thread from Swift's pool.
            Thread.detachNewThread { [self] in continuation.resume(returning: readToEnd()) }
        }
    }

    /// What was written, once the program has ended; less than the terminal's buffer holds.
    func text() -> String {
        end()
        return readToEnd()
    }

    private func readToEnd() -> String {
        let marker = Self.endMarker
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while !bytes.suffix(marker.count).elementsEqual(marker) {
            let count = chunk.withUnsafeMutableBytes { read(controller, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
        }
        return String(decoding: bytes.dropLast(marker.count), as: UTF8.self).replacing("\r\n", with: "\n")
    }
}

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
        try await TemporaryFolder.makeProgram(Self.command, at: folder.appending(path: "contacts"))

        let terminal = try PseudoTerminal(columns: 200)
        try terminal.type(([start.line] + lines + ["exit"]).map { $0 + "\n" }.joined())
        async let screen = terminal.textAsItComes()
        let run = try await contacts.start(
            ["-c", #"exec "$@" <"$tty" >"$tty" 2>&1"#, "sh", path ?? rawValue] + start.options,
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

    /// How the shell is started, and its first line.
    private var start: (options: [String], line: String) {
        switch self {
        case .bash: (["--norc", "--noprofile", "-i"], "source <(contacts completion bash)")
        case .zsh: (["-f", "-i"], "autoload -Uz compinit; compinit -D -u; source <(contacts completion zsh)")
        case .fish: (["-i"], "source (contacts completion fish | psub)")
        }
    }
}
