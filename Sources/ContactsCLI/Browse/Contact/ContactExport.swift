import Bloc
import Primitives
import Repository
import Services
import TerminalUI

/// Writing contacts to a file whose name is asked for.
@MainActor
final class ContactExport: PageDialog {
    private let context: PageContext
    private let files: ContactFiles
    private let ids: [ContactID]
    private var input = TextInput()
    /// The file that is there already; Enter once more replaces it.
    private var existing: String?

    init(_ context: PageContext, _ files: ContactFiles, _ ids: [ContactID]) {
        self.context = context
        self.files = files
        self.ids = ids
    }

    var view: any TerminalView {
        let problem = existing.map { path in
            files.kind(path) == .folder
                ? "“\(path)” is a folder. Enter once more adds a file for each contact."
                : "“\(path)” is there already. Enter once more replaces it."
        }
        return Self.view(input, count: ids.count, problem: problem)
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
            input = TextInput(files.complete(input.text))
            return true
        default:
            existing = nil
            return input.apply(event)
        }
    }

    var actions: [PageAction] {
        [
            action(.open, "Write the file", hint: "Export") { $0.write() },
            action(.back, "Leave without a file", hint: "Leave") { $0.context.close($0) },
            action("export.complete", "Complete the path", .tab, hint: "Complete"),
        ]
    }

    private func write() {
        let path = input.text.split(separator: " ").joined(separator: " ")
        guard !path.isEmpty else {
            return context.tell("Type the name of a file, such as contacts.vcf or contacts.csv.")
        }
        guard existing == path || files.kind(path) == nil else {
            existing = path
            return
        }
        let (ids, files) = (ids, files)
        let contacts = Blocs(app: context.app).contact()
        context.run {
            let chosen = try await contacts.contacts(of: .selected(matching: ids.map(\.rawValue), for: .changing))
            try await files.write(chosen, path)
            return chosen
        } then: { chosen in
            // After a failure what was typed stays.
            guard let chosen else { return }
            self.context.close(self)
            self.context.tell("Exported \(ContactNames.text(chosen)) to \(path).", .success)
        }
    }
}

/// Writes contacts to files.
struct ContactFiles: Sendable {
    /// The kind of what is at a path; `nil` if nothing is there.
    var kind: @Sendable (String) -> FileKind? = { _ in nil }
    /// Completes a path.
    var complete: @Sendable (String) -> String = { $0 }
    /// Writes the contacts in the form that the name of the file tells.
    var write: @Sendable ([Contact], String) async throws -> Void = { _, _ in }
}
