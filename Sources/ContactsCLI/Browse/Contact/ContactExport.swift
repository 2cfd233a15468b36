import Bloc
import Primitives
import Repository
import Services
import TerminalUI

/// Writing contacts to a file whose name is asked for.
@MainActor
enum ContactExport {
    static func ask(_ context: PageContext, _ sources: BrowseSources, _ ids: [ContactID]) {
        // The file that is there already; Enter once more replaces it.
        var existing: String?
        FieldDialog(
            context,
            FieldDialog.Titles(enter: "Write the file", enterHint: "Export", leave: "Leave without a file"),
            complete: { sources.complete($0, false) },
            picture: { view($0, count: ids.count, problem: $1) }
        ) { dialog, text in
            let path = text.split(separator: " ").joined(separator: " ")
            guard !path.isEmpty else {
                return context.tell("Type the name of a file, such as contacts.vcf or contacts.csv.")
            }
            if let kind = sources.fileKind(path), dialog.problem == nil || existing != path {
                existing = path
                dialog.problem =
                    kind == .folder
                    ? "“\(path)” is a folder. Enter once more adds a file for each contact."
                    : "“\(path)” is there already. Enter once more replaces it."
                return
            }
            let contacts = Blocs(app: context.app).contact()
            context.run {
                let chosen = try await contacts.contacts(of: .selected(matching: ids.map(\.rawValue), for: .changing))
                try await sources.export(chosen, path)
                return chosen
            } then: { chosen in
                // After a failure what was typed stays.
                guard let chosen else { return }
                context.close(dialog)
                context.tell("Exported \(ContactNames.text(chosen)) to \(path).", .success)
            }
        }
    }

    nonisolated static func view(_ input: TextInput, count: Int, problem: String? = nil) -> Dialog {
        Dialog(
            "Export \(CountText.contacts(count))",
            content: FieldView("File", input: input, isActive: true, placeholder: "~/contacts.vcf", problem: problem),
            size: Size(columns: 64, rows: 7)
        )
    }
}
