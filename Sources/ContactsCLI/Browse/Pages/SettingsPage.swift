import Bloc
import BlocKit
import Primitives
import Repository
import TerminalUI

extension RowsPages {
    private typealias SettingsPage = RowsPage<SourceEvent, [ConfigurationEntry], ConfigurationEntry>

    /// The settings that people change, or all of them with where they come from.
    static func settings(_ context: PageContext, _ sources: BrowseSources) -> any Page {
        let view = SettingsView()
        let bloc = context.bloc(BlocKey<RepositoryLoadBloc<SourceEvent, [ConfigurationEntry]>>("settings-page")) {
            RepositoryLoadBloc<SourceEvent, [ConfigurationEntry]>(
                key: BlocKey("settings-page"),
                policy: .restartable
            ) { _, _ in
                let entries = try sources.settings()
                guard await !view.showsAll else { return entries }
                return EditableSetting.allCases.compactMap { setting in entries.first { $0.key == setting.key.rawValue }
                }
            }
        }
        weak var page: SettingsPage?
        let form = SettingDialog(context, sources.setSetting) { page?.load() }
        let made = SettingsPage(.settings, context, bloc: bloc, request: .requested) { row, _ in
            if let setting = EditableSetting(key: row.key) { return form.begin(setting, value: row.value) }
            let lines = [("Value", row.value), ("From", row.origin)].map { label, text in
                StyledText(label + "  ", style: .label) + StyledText(text)
            }
            page?.show(row.key, lines)
        } more: { page in
            [
                PageAction(
                    "settings.all",
                    view.showsAll ? "Show the few that matter" : "Show all settings",
                    hint: view.showsAll ? "Few" : "All",
                    keys: [.character("a")]
                ) { [weak page] in
                    view.showsAll.toggle()
                    page?.load()
                }
            ]
                + (page.selected == nil
                    ? []
                    : [
                        PageAction("settings.copy", "Copy the setting", hint: "Copy", keys: [.character("y")]) {
                            [weak page] in
                            if let row = page?.selected { page?.context.copy("\(row.key) = \(row.value)") }
                        }
                    ])
        }
        made.dialogs = [form]
        page = made
        return made
    }
}

/// Which settings are shown.
@MainActor
private final class SettingsView {
    var showsAll = false
}

/// A setting that can be changed on the screen.
enum EditableSetting: CaseIterable, Sendable {
    case theme, region, cacheTime, logLevel

    init?(key: String) {
        guard let found = Self.allCases.first(where: { $0.key.rawValue == key }) else { return nil }
        self = found
    }

    /// The key in the settings files.
    var key: ConfigurationKey {
        switch self {
        case .theme: .theme
        case .region: .defaultRegion
        case .cacheTime: .cacheTTLSeconds
        case .logLevel: .logLevel
        }
    }

    /// The name for people.
    var title: String {
        switch self {
        case .theme: "Colors"
        case .region: "Country of numbers"
        case .cacheTime: "Seconds to keep people"
        case .logLevel: "Log level"
        }
    }

    /// What it does and which values there are.
    var explanation: String {
        switch self {
        case .theme: "auto, dark, light, high-contrast or none."
        case .region:
            "Two letters, such as DE, for telephone numbers without a country code; empty: that of the locale."
        case .cacheTime: "How old the people of an API may be before they are fetched again."
        case .logLevel: "trace, debug, info, warning, error or fatal. contacts help config has more."
        }
    }
}

/// The field for a setting over the page; it stays open until the value can be used.
@MainActor
final class SettingDialog: PageDialog {
    private let context: PageContext
    private let set: @Sendable (ConfigurationKey, String) throws -> String?
    private let done: @MainActor () -> Void
    private var editing: (setting: EditableSetting, input: TextInput, problem: String?)?

    init(
        _ context: PageContext,
        _ set: @escaping @Sendable (ConfigurationKey, String) throws -> String?,
        done: @escaping @MainActor () -> Void
    ) {
        self.context = context
        self.set = set
        self.done = done
    }

    var view: (any TerminalView)? {
        editing.map { Self.view($0.setting, $0.input, problem: $0.problem) }
    }

    /// The picture of the field.
    nonisolated static func view(_ setting: EditableSetting, _ input: TextInput, problem: String? = nil) -> Dialog {
        let label = setting.title
        return Dialog(
            label,
            content: DrawnView(rows: problem == nil ? 5 : 12) { canvas in
                let columns = canvas.size.columns
                canvas.draw(TextView(setting.explanation, style: .dim), in: Rect(x: 0, y: 0, columns: columns, rows: 2))
                canvas.draw(
                    FieldView(label, input: input, isActive: true, labelColumns: 24, problem: problem),
                    in: Rect(x: 0, y: 3, columns: columns, rows: max(0, canvas.size.rows - 3))
                )
            },
            size: Size(columns: 70, rows: 16)
        )
    }

    func type(_ event: InputEvent) -> Bool {
        switch event {
        case .key(.enter), .key(.escape): return false
        default:
            editing?.problem = nil
            return editing?.input.apply(event) ?? false
        }
    }

    func use(_ mouse: Mouse.Action, on target: HitTarget?) {}

    var actions: [PageAction] {
        [
            PageAction(.open, "Save the setting", hint: "Save") { [weak self] in self?.save() },
            PageAction(.back, "Leave it as it is", hint: "Leave") { [weak self] in self?.editing = nil },
        ]
    }

    /// Opens the field.
    func begin(_ setting: EditableSetting, value: String) {
        editing = (setting, TextInput(value), nil)
        context.needsDrawing()
    }

    private func save() {
        guard let (setting, input, _) = editing else { return }
        do {
            let stronger = try set(setting.key, input.text.trimmed())
            editing = nil
            done()
            let notice =
                stronger.map { PageNotice("Saved, but \($0) is stronger.", .warning) }
                ?? PageNotice("Saved. It holds from the next start on.", .success)
            context.tell(notice)
        } catch {
            editing?.problem = Failure(error).message
        }
    }
}

/// The file for the user's own settings.
struct SettingsFile: Sendable {
    let loader: ConfigurationLoader
    let flags: ConfigurationFlags

    /// Writes a setting, if the program can use it then.
    ///
    /// - Returns: What sets another value all the same, such as a variable; `nil` when the new one holds.
    /// - Throws: ``ConfigurationError`` for a value that cannot be used, and ``Failure`` when the file cannot be written; the
    ///   file is unchanged then.
    func set(_ key: ConfigurationKey, _ value: String) throws -> String? {
        guard let path = loader.localFile else {
            throw ConfigurationError(
                "No folder for your settings: neither XDG_CONFIG_HOME nor HOME is an absolute path. Set HOME."
            )
        }
        guard !value.contains(where: \.isNewline), !value.contains("//"), !value.contains("$") else {
            throw ConfigurationError(
                "The value “\(DisplaySafeText.line(value, limit: 60))” cannot be written to the file."
            )
        }
        let old = FileManager.default.contents(atPath: path)
        let text = Self.text(old.map { String(decoding: $0, as: UTF8.self) } ?? "", setting: key.rawValue, to: value)
        let folder = URL(filePath: path).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try write(text, to: path)
        do {
            let entry = try loader.load(flags: flags).entries.first { $0.key == key.rawValue }
            guard let entry, entry.value != value, !value.isEmpty else { return nil }
            return entry.origin
        } catch {
            if let old { try write(String(decoding: old, as: UTF8.self), to: path) } else { unlink(path) }
            throw error
        }
    }

    private func write(_ text: String, to path: String) throws {
        let file = try ReplacedFile(path: path)
        try file.write(Array(text.utf8))
        try file.finish()
    }

    /// The text of a file with the setting: in place of its last line without a condition, else at the end.
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

extension RowsDescription where Content == [ConfigurationEntry], Row == ConfigurationEntry {
    /// The settings.
    static var settings: RowsDescription {
        RowsDescription(
            title: "Settings",
            columns: [
                ListColumn("Setting", .content(maximum: 26, minimum: 12)),
                ListColumn("Value", .content(maximum: 60, minimum: 12)),
                ListColumn("From", .content(maximum: 60, minimum: 12), from: 60),
            ],
            empty: EmptyMessage("There are no settings."),
            opens: "Change the setting, or show it whole",
            rows: { $0 },
            cells: { entry in
                let title = EditableSetting(key: entry.key)?.title ?? entry.key
                return ListRow([
                    StyledText(title, style: .label), StyledText(entry.value), StyledText(entry.origin, style: .dim),
                ])
            }
        )
    }
}
