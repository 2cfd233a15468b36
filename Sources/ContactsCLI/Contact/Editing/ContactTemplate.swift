import Repository

/// A contact as text that is changed in an editor.
enum ContactTemplate {
    private static let explanation = """
        # Change what you like, save, and leave the editor. What has no value, or whose line is gone, is removed.
        # For a second value repeat the line. Behind E-mail, Phone and Address may stand types in brackets and a star
        # for the preferred one:  Phone [work, cell] *: +41 44 000 00 00
        # Dates are YYYY-MM-DD, or --MM-DD without a year. The lines of a note and the parts of an address are indented.
        # Lines that begin with # are comments.

        """

    /// The template with the values of a draft.
    static func text(of draft: ContactDraft) -> String {
        var lines: [String] = []
        for field in TemplateField.allCases {
            switch field.kind {
            case .text: lines.append(line(field.rawValue, draft.texts[field] ?? ""))
            case .list: lines += each(draft.lists[field] ?? []) { line(field.rawValue, $0 ?? "") }
            case .values:
                lines += each(draft.values[field] ?? []) { value in
                    line(field.rawValue + marks(value?.types ?? [], value?.isPreferred ?? false), value?.value ?? "")
                }
            case .addresses: lines += addresses(draft.addresses)
            case .flag: lines.append(line(field.rawValue, draft.isFavorite ? "yes" : "no"))
            case .note: lines += note(draft.texts[field], field)
            }
        }
        return explanation + "\n" + lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ label: String, _ value: String) -> String {
        value.isEmpty ? "\(label):" : "\(label): \(TemplateText.escaped(value))"
    }

    /// A line for each value, and an empty one when there is none.
    private static func each<Value>(_ values: [Value], _ line: (Value?) -> String) -> [String] {
        values.isEmpty ? [line(nil)] : values.map(line)
    }

    private static func marks(_ types: [String], _ isPreferred: Bool) -> String {
        (types.isEmpty ? "" : " [\(types.map(TemplateText.escaped).joined(separator: ", "))]")
            + (isPreferred ? " *" : "")
    }

    private static func addresses(_ addresses: [ContactAddress]) -> [String] {
        let shown = addresses.isEmpty ? [ContactAddress(PostalAddress())] : addresses
        return shown.flatMap { address in
            [line(TemplateField.address.rawValue + marks(address.types, address.isPreferred), "")]
                + AddressPart.allCases.map { part in
                    "    " + line(part.rawValue, address.address[keyPath: part.path] ?? "")
                }
        }
    }

    private static func note(_ text: String?, _ field: TemplateField) -> [String] {
        let lines = (text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        let indented = lines.map { $0.isEmpty ? "" : "    " + TemplateText.escaped(String($0)) }
        return ["\(field.rawValue):"] + (text == nil ? [] : indented)
    }
}
