import Bloc
import BlocKit
import Primitives
import Repository
import Synchronization
import TerminalUI

extension RowsPages {
    /// The settings that people usually change, or all settings with their origins.
    static func settings(_ context: PageContext) -> any Page {
        let sources = context.sources
        let showsAll = Mutex(false)
        return RowsPage(.settings, context, bloc: "settings-page") {
            let entries = try sources.settings()
            guard !showsAll.withLock({ $0 }) else { return entries }
            return EditableSetting.all.compactMap { setting in entries.first { $0.key == setting.key.rawValue } }
        } open: { page, row in
            if let setting = EditableSetting.named(row.key) {
                return change(setting, from: row.value, on: page)
            }
            let lines = [("Value", row.value), ("From", row.origin)].map { label, text in
                StyledText(label + "  ", style: .label) + StyledText(text)
            }
            page.show(row.key, lines)
        } more: { page in
            let hasAll = showsAll.withLock { $0 }
            let (title, hint) = hasAll ? ("Show common settings", "Common") : ("Show all settings", "All")
            let switching = page.action("settings.all", title, "a", hint: hint) {
                showsAll.withLock { $0.toggle() }
                $0.load()
            }
            let copying = page.action("settings.copy", "Copy the setting", "y", hint: "Copy") {
                if let row = $0.selected { $0.context.session?.copy("\(row.key) = \(row.value)") }
            }
            return [switching] + (page.selected == nil ? [] : [copying])
        }
    }

    private static func change(_ setting: EditableSetting, from value: String, on page: RowsPage<ConfigurationEntry>) {
        let context = page.context
        FieldDialog(
            context,
            enter: ("Save the setting", "Save"),
            leave: "Leave without saving",
            text: value
        ) {
            setting.view($0, problem: $1)
        } submit: { [weak page] dialog, text in
            do {
                let stronger = try context.sources.setSetting(setting.key, text.trimmed())
                page?.load()
                context.close(dialog)
                let notice =
                    stronger.map { "Saved, but \($0) takes precedence." } ?? "Saved. It takes effect at the next start."
                context.tell(notice, stronger == nil ? .success : .warning)
            } catch {
                dialog.problem = Failure(error).message
            }
        }
    }
}

struct EditableSetting: Sendable {
    let key: ConfigurationKey
    let title: String
    /// The effect of the setting, and its possible values.
    let explanation: String

    static let all = [
        EditableSetting(key: .theme, title: "Colors", explanation: "auto, dark, light, high-contrast or none."),
        EditableSetting(
            key: .defaultRegion,
            title: "Country for numbers",
            explanation:
                "Two letters, such as DE, for telephone numbers without a country code; empty uses the locale’s."
        ),
        EditableSetting(
            key: .cacheTTLSeconds,
            title: "Cache time in seconds",
            explanation: "How old the people of an API may be before they are fetched again."
        ),
        EditableSetting(
            key: .logLevel,
            title: "Log level",
            explanation: "trace, debug, info, warning, error or fatal. More: contacts help config."
        ),
    ]

    static func named(_ key: String) -> EditableSetting? { all.first { $0.key.rawValue == key } }

    func view(_ input: TextInput, problem: String? = nil) -> Dialog {
        Dialog(
            title,
            content: DrawnView(rows: problem == nil ? 5 : 12) { canvas in
                let columns = canvas.size.columns
                canvas.draw(TextView(explanation, style: .dim), in: Rect(x: 0, y: 0, columns: columns, rows: 2))
                canvas.draw(
                    FieldView(title, input: input, isActive: true, labelColumns: 24, problem: problem),
                    in: Rect(x: 0, y: 3, columns: columns, rows: max(0, canvas.size.rows - 3))
                )
            },
            size: Size(columns: 70, rows: 16)
        )
    }
}

struct SettingsFile: Sendable {
    let loader: ConfigurationLoader
    let flags: ConfigurationFlags

    /// Writes a setting if the program accepts it.
    ///
    /// - Returns: The origin that still overrides it, such as a variable; `nil` if the new value takes effect.
    /// - Throws: ``ConfigurationError`` for an invalid value, and ``Failure`` if the file can't be written; the file is
    ///   then unchanged.
    func set(_ key: ConfigurationKey, _ value: String) throws -> String? {
        guard let path = loader.localFile else {
            throw ConfigurationError.noFolder(for: "your settings", "XDG_CONFIG_HOME")
        }
        guard !value.contains(where: \.isNewline), !value.contains("//"), !value.contains("$") else {
            throw ConfigurationError(
                "The value “\(DisplaySafeText.line(value, limit: 60))” cannot be written to the file."
            )
        }
        let old = FileManager.default.contents(atPath: path)
        // Replaced by one setting, it would lose all others.
        guard old != nil || loader.fileSystem.kind(ofPath: path) == nil else {
            throw Failure(.inputOutput, "The settings file “\(path)” cannot be read, so it is left as it is.")
        }
        let text = Self.text(old.map { String(decoding: $0, as: UTF8.self) } ?? "", setting: key.rawValue, to: value)
        let folder = URL(filePath: path).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try ReplacedFile(path: path).finish(Array(text.utf8))
        do {
            let entry = try loader.load(flags: flags).entries.first { $0.key == key.rawValue }
            guard let entry, entry.value != value, !value.isEmpty else { return nil }
            return entry.origin
        } catch {
            if let old { try ReplacedFile(path: path).finish(Array(old)) } else { unlink(path) }
            throw error
        }
    }

    /// Returns a file's text with the setting, replacing its last unconditional line or appending one.
    static func text(_ old: String, setting key: String, to value: String) -> String {
        var lines = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last?.isEmpty == true { lines.removeLast() }
        let line = "\(key) = \(value)"
        let place = lines.lastIndex { text in
            guard let equals = text.firstIndex(of: "=") else { return false }
            return String(text[..<equals]).trimmed() == key
        }
        if let place { lines[place] = line } else { lines.append(line) }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension RowsDescription where Row == ConfigurationEntry {
    static var settings: RowsDescription {
        RowsDescription(
            title: "Settings",
            columns: [
                ListColumn("Setting", .content(maximum: 26, minimum: 12)),
                ListColumn("Value", .content(maximum: 60, minimum: 12)),
                ListColumn("From", .content(maximum: 60, minimum: 12), from: 60),
            ],
            empty: EmptyMessage("There are no settings."),
            opens: "Change or show the setting",
            cells: { entry in
                let title = EditableSetting.named(entry.key)?.title ?? entry.key
                return ListRow([
                    StyledText(title, style: .label), StyledText(entry.value), StyledText(entry.origin, style: .dim),
                ])
            }
        )
    }
}
