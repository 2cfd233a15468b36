import ArgumentParser
import Primitives
import Repository
import TerminalUI

/// Lets the user change a contact in an editor, and asks before saving anything.
private struct EditingSession {
    let program: Program
    let isConfirmed: Bool
    /// The values before the edit, parsed from text like the draft, so that only typed changes count.
    let original: ContactDraft
    let file: DraftFile
    private var messages: MessagePrinter { program.messages }

    /// The user's editor, as a shell command: `VISUAL`, else `EDITOR`, else `vi`.
    private var editor: String {
        [program.environment["VISUAL"], program.environment["EDITOR"]].compactMap(\.self).first { !$0.isEmpty } ?? "vi"
    }

    /// Saves the edited draft; returns `nil` if nothing was changed.
    ///
    /// Unless the user provided the draft, it is opened in the editor, and opened again if the result can't be saved.
    /// On failure the draft is kept, and the message names it.
    func run<Saved>(save: (ContactEdit) async throws -> Saved) async throws -> Saved? {
        while true {
            if !file.isOfUser { try await open() }
            do {
                let saved = try await apply(save)
                file.remove()
                return saved
            } catch let problems as TemplateProblems {
                for problem in problems.problems {
                    messages.warning("\(file.path):\(problem.line): \(TerminalText.sanitized(problem.message))")
                }
                guard !file.isOfUser else {
                    throw Failure(.badData, "The draft “\(file.path)” cannot be read; nothing was saved.")
                }
            } catch let failure as Failure {
                throw failure
            } catch  where !file.isOfUser {
                let failure = Failure(error)
                guard (error as? RepositoryError)?.code == .invalidInput else {
                    throw kept(failure.status, failure.message)
                }
                messages.warning(failure.message)
            }
            guard try await confirms("Open the editor again?", default: true) else {
                throw kept(.badData, "What you wrote cannot be saved.")
            }
        }
    }

    private func apply<Saved>(_ save: (ContactEdit) async throws -> Saved) async throws -> Saved? {
        let draft = try ContactTemplateReader.read(DraftFile.text(of: file.path), over: original)
        let edit = draft.edit(from: original)
        guard !edit.isEmpty else { return nil }
        let changes = LineDiff.lines(
            from: ContactTemplate.values(of: original),
            to: ContactTemplate.values(of: draft)
        )
        for line in changes { messages.detail(TerminalText.sanitized(line)) }
        let isLoss = changes.contains { $0.hasPrefix("-") }
        guard isConfirmed ? true : try await confirms("Save this?", default: !isLoss) else {
            throw kept(.failure, "Nothing was saved.")
        }
        return try await save(edit)
    }

    private func open() async throws {
        let (editor, file) = (editor, file)
        // 127 if the shell can't be started, like a shell's status for a missing editor.
        let status = await blocking {
            ChildProcess(command: "\(editor) \"$1\"", arguments: [file.path])?.wait() ?? 127
        }
        if Task.isCancelled { throw kept(.interrupted, "Nothing was saved.") }
        switch status {
        case 0: return
        case 126, 127:
            throw kept(
                .configuration,
                "The editor “\(editor)” cannot be started. Set VISUAL or EDITOR to one that can."
            )
        default:
            throw kept(.failure, "The editor “\(editor)” exited with status \(status); nothing was saved.")
        }
    }

    private func confirms(_ question: String, default isYes: Bool) async throws -> Bool {
        guard program.prompt.canAsk else { return false }
        do {
            return try await program.prompt.confirms(question, default: isYes)
        } catch {
            throw kept(.interrupted, "Nothing was saved.")
        }
    }

    private func kept(_ status: ExitStatus, _ message: String) -> Failure {
        guard file.isChanged else {
            file.remove()
            return Failure(status, message)
        }
        let advice = "Your draft is kept; continue with: --draft \(file.path)"
        // A command stopped by a signal prints nothing else.
        if status == .interrupted { messages.note("\(message) \(advice)") }
        return Failure(status, "\(message) \(advice)")
    }
}

/// A file with the text that the user edits, readable only by the user and kept until it is removed; or a file that the
/// user provided, which is never changed.
struct DraftFile: Sendable {
    let path: String
    /// The text before editing; `nil` for a file that the user provided.
    private let original: String?

    var isOfUser: Bool { original == nil }

    /// Whether the text changed; true if it can't be read.
    var isChanged: Bool { original != nil && (try? Self.text(of: path)) != original }

    init(ofUser path: String) { (self.path, original) = (path, nil) }

    /// Creates a file in a folder, which is created if it doesn't exist.
    init(_ text: String, in folder: String) throws {
        original = text
        path = "\(folder)/contact-\(UUID().uuidString.prefix(8).lowercased()).txt"
        try PrivateFolder.make(folder)
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: path, contents: Data(text.utf8), attributes: attributes) else {
            throw Failure(.cannotCreate, "The draft “\(path)” cannot be written. Check the permissions and the disk.")
        }
    }

    static func text(of path: String) throws -> String {
        guard FileManager.default.fileExists(atPath: path) else {
            throw Failure(.noInput, "The draft “\(path)” does not exist. Check the path.")
        }
        guard let data = Descriptor.contents(of: path, limit: sizeLimit + 1) else {
            throw Failure(.inputOutput, "The draft “\(path)” cannot be read: \(SystemReason.text(errno))")
        }
        guard data.count <= sizeLimit else {
            throw Failure(.badData, "The draft “\(path)” is larger than 1 MB. Give the draft of a contact.")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw Failure(.badData, "The draft “\(path)” isn't UTF-8 text. Save it as UTF-8.")
        }
        return text
    }

    func remove() {
        if !isOfUser { try? FileManager.default.removeItem(atPath: path) }
    }

    private static let sizeLimit = 1 << 20
}

struct EditorOptions: ParsableArguments, Sendable {
    @Flag(help: "Open the editor (VISUAL, else EDITOR); the default on a terminal if no field is given.")
    var editor = false

    @Option(help: .value("file", "Read the fields from this file, such as a kept draft."), completion: .file())
    var draft: String?

    @Flag(name: .shortAndLong, help: "Save without asking.")
    var yes = false

    /// Whether the editor, or a file in its place, is explicitly requested.
    var isGiven: Bool { editor || draft != nil }

    func validate(fieldsAreGiven: Bool) throws {
        if editor, draft != nil { throw ValidationError("Give --editor or --draft, not both.") }
        if isGiven, fieldsAreGiven {
            throw ValidationError("Give fields as options, or use --editor or --draft, but not both.")
        }
    }

    /// Changes a contact in the editor or from a draft; returns `nil` if nothing was changed.
    func change<Saved>(
        _ contact: Contact,
        in program: Program,
        save: (ContactEdit) async throws -> Saved
    ) async throws -> Saved? {
        let text = ContactTemplate.text(of: ContactDraft(contact))
        let original = try ContactTemplateReader.read(text)
        let file = try draft.map(DraftFile.init(ofUser:)) ?? DraftFile(text, in: program.draftFolder)
        let session = EditingSession(program: program, isConfirmed: yes, original: original, file: file)
        return try await session.run(save: save)
    }

    /// Checks that there is a terminal to ask questions on.
    func requireAnswers(in program: Program) throws {
        guard isGiven || program.prompt.canAsk else {
            throw Failure(
                .usage,
                "No field is given, and there is no terminal for an editor. Give at least one field, such as --first-name, "
                    + "--last-name, --email or --phone."
            )
        }
        guard yes || program.prompt.canAsk else {
            throw Failure(
                .usage,
                "Cannot ask whether to save: this is not a terminal. Give --yes to save without asking."
            )
        }
    }
}
