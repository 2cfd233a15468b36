import Bloc
import Repository
import Services
import TerminalUI

/// Writing contacts to a file whose name is asked for.
@MainActor
final class ContactExport: PageDialog {
    private let context: PageContext
    private let files: ContactFiles
    private var ids: [ContactID] = []
    private var input: TextInput?
    /// The file that is there already; Enter once more replaces it.
    private var existing: String?

    init(_ context: PageContext, _ files: ContactFiles) {
        self.context = context
        self.files = files
    }

    var view: (any TerminalView)? {
        input.map { input in
            let problem = existing.map { path in
                files.isFolder(path)
                    ? "“\(path)” is a folder. Enter once more adds a file for each contact."
                    : "“\(path)” is there already. Enter once more replaces it."
            }
            return Self.view(input, count: ids.count, problem: problem)
        }
    }

    /// The picture of the question.
    nonisolated static func view(_ input: TextInput, count: Int, problem: String? = nil) -> Dialog {
        Dialog(
            "Export \(CountText.contacts(count))",
            content: FieldView("File", input: input, isActive: true, placeholder: "~/contacts.vcf", problem: problem),
            size: Size(columns: 64, rows: 7)
        )
    }

    func type(_ event: InputEvent) -> Bool {
        switch event {
        case .key(.enter), .key(.escape): return false
        case .key(.tab):
            guard let text = input?.text else { return false }
            input = TextInput(files.complete(text))
            return true
        default:
            existing = nil
            return input?.apply(event) ?? false
        }
    }

    func use(_ mouse: Mouse.Action, on target: HitTarget?) {}

    var actions: [PageAction] {
        guard input != nil else { return [] }
        return [
            PageAction(.open, "Write the file", hint: "Export") { [weak self] in self?.write() },
            PageAction(.back, "Leave without a file", hint: "Leave") { [weak self] in self?.input = nil },
            PageAction("export.complete", "Complete the path", hint: "Complete", keys: [.tab]) {},
        ]
    }

    /// Asks for the file of the contacts.
    func begin(_ ids: [ContactID]) {
        guard !ids.isEmpty else { return context.tell(PageNotice("No contact is selected.")) }
        (self.ids, existing, input) = (ids, nil, TextInput())
    }

    private func write() {
        guard let path = input?.text.split(separator: " ").joined(separator: " "), !path.isEmpty else {
            return context.tell(PageNotice("Type the name of a file, such as contacts.vcf or contacts.csv."))
        }
        guard existing == path || !files.exists(path) else {
            existing = path
            return
        }
        let (ids, files) = (ids, files)
        let contacts = Blocs(app: context.app).contact()
        context.run {
            let chosen = try await contacts.contacts(of: .selected(matching: ids.map(\.rawValue), for: .changing))
            try await files.write(chosen, path)
            return chosen
        } then: { [weak self] chosen in
            // After a failure what was typed stays.
            guard let chosen else { return }
            self?.input = nil
            self?.context.tell(PageNotice("Exported \(ContactNames.text(chosen)) to \(path).", .success))
        }
    }
}

/// Writes contacts to files.
struct ContactFiles: Sendable {
    /// Whether a file is there.
    var exists: @Sendable (String) -> Bool = { _ in false }
    /// Whether it is a folder.
    var isFolder: @Sendable (String) -> Bool = { _ in false }
    /// Completes a path.
    var complete: @Sendable (String) -> String = { $0 }
    /// Writes the contacts in the form that the name of the file tells.
    var write: @Sendable ([Contact], String) async throws -> Void = { _, _ in }
}
