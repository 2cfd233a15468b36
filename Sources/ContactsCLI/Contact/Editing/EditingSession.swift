import ArgumentParser
import Primitives
import Repository
import TerminalUI

/// Lets the user change a contact in an editor, and asks before it saves anything.
struct EditingSession: Sendable {
    let editor: TextEditor
    let folder: String
    let prompt: Prompt
    let isConfirmed: Bool
    private var messages: MessagePrinter { prompt.messages }

    /// Opens the editor on a contact, again when what comes of it cannot be saved; `nil` when nothing was changed.
    ///
    /// When it fails, the draft is kept, and the message names it.
    func edit<Saved>(_ contact: Contact, save: (ContactEdit) async throws -> Saved) async throws -> Saved? {
        let text = ContactTemplate.text(of: ContactDraft(contact))
        // Both drafts are read from text, so that only typed changes count.
        let original = try ContactTemplateReader.read(text).get()
        let file = try DraftFile(text, in: folder)
        while true {
            try await open(file)
            do {
                let draft = try ContactTemplateReader.read(DraftFile.text(of: file.path), over: original).get()
                let edit = draft.edit(from: original)
                guard !edit.isEmpty else {
                    file.remove()
                    return nil
                }
                let isLoss = show(original, draft)
                guard isConfirmed ? true : try await confirms("Save this?", file, default: !isLoss) else {
                    throw kept(file, .failure, "Nothing was saved.")
                }
                let saved = try await save(edit)
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

    /// Saves what a draft says, without an editor; `nil` when nothing was changed.
    func apply<Saved>(
        draft path: String,
        to contact: Contact,
        save: (ContactEdit) async throws -> Saved
    ) async throws -> Saved? {
        let text = ContactTemplate.text(of: ContactDraft(contact))
        do {
            let original = try ContactTemplateReader.read(text).get()
            let draft = try ContactTemplateReader.read(DraftFile.text(of: path), over: original).get()
            let edit = draft.edit(from: original)
            guard !edit.isEmpty else { return nil }
            let isLoss = show(original, draft)
            guard isConfirmed ? true : try await prompt.confirms("Save this?", default: !isLoss) else {
                throw Failure(.failure, "Nothing was saved.")
            }
            return try await save(edit)
        } catch let problems as TemplateProblems {
            tell(problems, in: path)
            throw Failure(.badData, "The draft “\(path)” cannot be read; nothing was saved.")
        }
    }

    private func open(_ file: DraftFile) async throws {
        let status = await editor.edit(file.path)
        if Task.isCancelled { throw kept(file, .interrupted, "Nothing was saved.") }
        switch status {
        case 0: return
        case 126, 127:
            throw kept(
                file,
                .configuration,
                "The editor “\(editor.command)” cannot be started. Set VISUAL or EDITOR to one that can."
            )
        default:
            throw kept(file, .failure, "The editor “\(editor.command)” ended with status \(status); nothing was saved.")
        }
    }

    private func confirms(_ question: String, _ file: DraftFile, default isYes: Bool) async throws -> Bool {
        guard prompt.canAsk else { return false }
        do {
            return try await prompt.confirms(question, default: isYes)
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

    private func kept(_ file: DraftFile, _ status: ExitStatus, _ message: String) -> Failure {
        guard file.isChanged else {
            file.remove()
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

/// The user's editor: `VISUAL`, else `EDITOR`, else `vi`.
struct TextEditor: Sendable {
    /// The command, as a shell reads it.
    let command: String

    init(environment: [String: String]) {
        command = [environment["VISUAL"], environment["EDITOR"]].compactMap(\.self).first { !$0.isEmpty } ?? "vi"
    }

    /// Waits for the editor, and returns its exit status, 128 plus the number of a signal, or 127 without an editor.
    func edit(_ path: String) async -> Int32 {
        await blocking { [command] in
            ChildProcess(command: "\(command) \"$1\"", arguments: [path])?.wait() ?? 127
        }
    }
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
        let session = EditingSession(
            editor: TextEditor(environment: program.environment),
            folder: program.draftFolder,
            prompt: program.prompt,
            isConfirmed: yes
        )
        guard let draft else { return try await session.edit(contact, save: save) }
        return try await session.apply(draft: draft, to: contact, save: save)
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
