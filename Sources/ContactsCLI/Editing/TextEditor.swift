import Foundation

/// The user's editor: `VISUAL`, else `EDITOR`, else `vi`.
struct TextEditor: Sendable {
    /// The command, as a shell reads it.
    let command: String

    init(environment: [String: String]) {
        command = [environment["VISUAL"], environment["EDITOR"]].compactMap(\.self).first { !$0.isEmpty } ?? "vi"
    }

    /// Lets the user change a file, and waits until the editor ends.
    ///
    /// - Returns: The exit status of the editor, 128 and the number of the signal that ended it, or 127 when there is none.
    func edit(_ path: String) async -> Int32 {
        await withCheckedContinuation { continuation in
            // Waiting blocks, which must not cost the tasks a thread.
            Thread.detachNewThread { [command] in
                let process = ChildProcess(command: "\(command) \"$1\"", arguments: [path])
                continuation.resume(returning: process?.wait() ?? 127)
            }
        }
    }
}
