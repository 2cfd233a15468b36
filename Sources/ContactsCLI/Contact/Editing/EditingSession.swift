import ArgumentParser
import Primitives
import Repository
import TerminalUI

/// Lets the user change a contact in an editor, and asks before it saves anything.
private struct EditingSession {
    let program: Program
    let isConfirmed: Bool
    /// The values before the edit, read from text as the draft is, so that only typed changes count.
    let original: ContactDraft
    private var messages: MessagePrinter { program.messages }

    /// The user's editor, as a shell reads it: `VISUAL`, else `EDITOR`, else `vi`.
    private var editor: String {
        [program.environment["VISUAL"], program.environment["EDITOR"]].compactMap(\.self).first { !$0.isEmpty } ?? "vi"
    }

    /// Opens the editor on a draft, again when what comes of it cannot be saved; `nil` when nothing was changed.
    ///
    /// When it fails, the draft is kept, and the message names it.
    func edit<Saved>(_ file: DraftFile, save: (ContactEdit) async throws -> Saved) async throws -> Saved? {
        while true {
            try await open(file)
            do {
                let saved = try await apply(draft: file.path, kept: file, save: save)
                file.remove()
                return saved
            } catch let problems as TemplateProblems {
                tell(problems, in: file.path)
            } catch let error as RepositoryError where error.code == .invalidInput {
                messages.warning(error.message)
            } catch let failure as Failure {
                throw failure
            } catch {
                let failure = Failure(error)
                throw kept(file, failure.status, failure.message)
            }
            guard try await confirms("Open the editor again?", file, default: true) else {
                throw kept(file, .badData, "What you wrote cannot be saved.")
            }
        }
    }

    /// Saves what a draft of the user's own says, without an editor; `nil` when nothing was changed.
    func apply<Saved>(draft path: String, save: (ContactEdit) async throws -> Saved) async throws -> Saved? {
        do {
            return try await apply(draft: path, kept: nil, save: save)
        } catch let problems as TemplateProblems {
            tell(problems, in: path)
            throw Failure(.badData, "The draft “\(path)” cannot be read; nothing was saved.")
        }
    }

    private func apply<Saved>(
        draft path: String,
        kept file: DraftFile?,
        save: (ContactEdit) async throws -> Saved
    ) async throws -> Saved? {
        let draft = try ContactTemplateReader.read(DraftFile.text(of: path), over: original).get()
        let edit = draft.edit(from: original)
        guard !edit.isEmpty else { return nil }
        let isLoss = show(original, draft)
        guard isConfirmed ? true : try await confirms("Save this?", file, default: !isLoss) else {
            throw kept(file, .failure, "Nothing was saved.")
        }
        return try await save(edit)
    }

    private func open(_ file: DraftFile) async throws {
        let editor = editor
        // 127 without a shell, as a shell says without an editor.
        let status = await blocking {
            ChildProcess(command: "\(editor) \"$1\"", arguments: [file.path])?.wait() ?? 127
        }
        if Task.isCancelled { throw kept(file, .interrupted, "Nothing was saved.") }
        switch status {
        case 0: return
        case 126, 127:
            throw kept(
                file,
                .configuration,
                "The editor “\(editor)” cannot be started. Set VISUAL or EDITOR to one that can."
            )
        default:
            throw kept(file, .failure, "The editor “\(editor)” ended with status \(status); nothing was saved.")
        }
    }

    private func confirms(_ question: String, _ file: DraftFile?, default isYes: Bool) async throws -> Bool {
        guard program.prompt.canAsk else { return false }
        do {
            return try await program.prompt.confirms(question, default: isYes)
        } catch {
            throw kept(file, .interrupted, "Nothing was saved.")
        }
    }

    /// Prints the removed and added values, and returns whether a value is removed or replaced.
    private func show(_ old: ContactDraft, _ new: ContactDraft) -> Bool {
        let lines = LineDiff.lines(from: ContactTemplate.values(of: old), to: ContactTemplate.values(of: new))
        for line in lines { messages.detail(TerminalText.sanitized(line)) }
        return lines.contains { $0.hasPrefix("-") }
    }

    private func tell(_ found: TemplateProblems, in path: String) {
        for problem in found.problems {
            messages.warning("\(path):\(problem.line): \(TerminalText.sanitized(problem.message))")
        }
    }

    private func kept(_ file: DraftFile?, _ status: ExitStatus, _ message: String) -> Failure {
        guard let file, file.isChanged else {
            file?.remove()
            return Failure(status, message)
        }
        let advice = "Your draft is kept; go on with: --draft \(file.path)"
        // A command that was stopped by a signal prints nothing else.
        if status == .interrupted { messages.note("\(message) \(advice)") }
        return Failure(status, "\(message) \(advice)")
    }
}

/// The file with the text that the user edits, readable by the user only, kept until it is removed.
struct DraftFile: Sendable {
    let path: String
    private let original: String

    /// Whether the text changed; true if it cannot be read.
    var isChanged: Bool { (try? Self.text(of: path)) != original }

    /// Makes a file in a folder, which is made when it does not exist.
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
            throw Failure(.inputOutput, "The draft “\(path)” cannot be read. Check its permissions.")
        }
        guard data.count <= sizeLimit else {
            throw Failure(.badData, "The draft “\(path)” is larger than 1 MB. A contact is not as large.")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw Failure(.badData, "The draft “\(path)” is no UTF-8 text. Save it as UTF-8.")
        }
        return text
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    private static let sizeLimit = 1 << 20
}

struct EditorOptions: ParsableArguments, Sendable {
    @Flag(help: "Open the editor (VISUAL, else EDITOR), as happens on a terminal when no field is given.")
    var editor = false

    @Option(
        help: ArgumentHelp("Take the fields from this file, such as a draft that was kept.", valueName: "file"),
        completion: .file()
    )
    var draft: String?

    @Flag(name: .shortAndLong, help: "Do not ask before saving.")
    var yes = false

    /// Whether the editor, or a file in its place, is asked for by name.
    var isGiven: Bool { editor || draft != nil }

    func validate(fieldsAreGiven: Bool) throws {
        if editor, draft != nil { throw ValidationError("Give --editor or --draft, not both.") }
        if isGiven, fieldsAreGiven {
            throw ValidationError("Give fields as options, or use --editor or --draft; both at once is not possible.")
        }
    }

    /// Changes a contact in the editor, or by a draft; `nil` when nothing was changed.
    func change<Saved>(
        _ contact: Contact,
        in program: Program,
        save: (ContactEdit) async throws -> Saved
    ) async throws -> Saved? {
        let text = ContactTemplate.text(of: ContactDraft(contact))
        let original = try ContactTemplateReader.read(text).get()
        let session = EditingSession(program: program, isConfirmed: yes, original: original)
        if let draft { return try await session.apply(draft: draft, save: save) }
        return try await session.edit(DraftFile(text, in: program.draftFolder), save: save)
    }

    /// Checks that there is a terminal for questions.
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
                "Cannot ask whether to save: this is not a terminal. Give --yes to save without a question."
            )
        }
    }
}
