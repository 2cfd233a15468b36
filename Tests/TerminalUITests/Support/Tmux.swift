import Foundation
import Testing

/// A real terminal: a window of tmux, on a server of its own.
struct Tmux: ~Copyable {
    static let program = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The probe, in the folder of what was built with the tests.
    static let probe =
        Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "ScreenProbe")
        .path
        ?? "ScreenProbe"

    /// How often the screen is looked at before a step has failed.
    private static let mostLooks = 1500

    /// A folder of its own, for files that the test reads.
    let folder: String

    init(columns: Int = 80, rows: Int = 12, _ command: String) async throws {
        folder = "/tmp/screen-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let environment =
            "LC_ALL=C.UTF-8 SWIFT_BACKTRACE=enable=no PS1='ready> ' PROBE='\(Tmux.probe)' FOLDER='\(folder)'"
        try await run("new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "env \(environment) \(command)")
    }

    deinit {
        _ = Tmux.output(of: [Tmux.program ?? "tmux", "-S", "\(folder)/socket", "kill-server"])
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Runs a command of tmux and returns its output.
    @discardableResult
    func run(_ arguments: String...) async throws -> String {
        let command = [Tmux.program ?? "tmux", "-u", "-S", "\(folder)/socket", "-f", "/dev/null"] + arguments
        return await withCheckedContinuation { ended in
            DispatchQueue.global().async { ended.resume(returning: Tmux.output(of: command)) }
        }
    }

    /// Runs a program to its end.
    ///
    /// Unlike Foundation's processes, which wait for all that inherits from them, it does not wait for the server of tmux.
    static func output(of command: [String]) -> String {
        let quoted = command.map { "'" + $0.replacing("'", with: #"'\''"#) + "'" }.joined(separator: " ")
        guard let stream = popen(quoted + " 2>/dev/null", "r") else { return "" }
        var bytes: [UInt8] = []
        while case let byte = fgetc(stream), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        pclose(stream)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Presses keys, by the names of tmux.
    func press(_ keys: String...) async throws {
        for key in keys { try await run("send-keys", key) }
    }

    func type(_ line: String) async throws {
        try await run("send-keys", "-l", line)
        try await run("send-keys", "Enter")
    }

    /// The screen, once it has a text; another process can only be looked at again and again.
    @discardableResult
    func screen(with text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        var screen = ""
        for _ in 0..<Tmux.mostLooks {
            screen = try await run("capture-pane", "-p")
            if screen.contains(text) { return screen }
            try await Task.sleep(for: .milliseconds(10))
        }
        try #require(screen.contains(text), "“\(text)” never came:\n\(screen)", sourceLocation: sourceLocation)
        return screen
    }

    /// A property of the window, such as `alternate_on`.
    func property(_ name: String) async throws -> String {
        try await run("display-message", "-p", "#{\(name)}").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Sends a signal to the program whose number is in the file `pid`.
    func signal(_ number: Int32) throws {
        let text = try String(contentsOfFile: "\(folder)/pid", encoding: .utf8)
        let pid = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        kill(pid, number)
    }
}
