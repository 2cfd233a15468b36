import EmbeddedFiles
import Primitives
import Repository

/// The name and version of the program, as `APP_NAME` and `APP_VERSION` give them.
struct ProgramVersion: Equatable, Sendable {
    var name: String
    var number: String

    init(_ configuration: AppConfiguration) {
        name = configuration.appName
        number = configuration.appVersion
    }

    /// Takes what the settings say; the built-in values when they cannot be read.
    init(_ loaded: LoadedConfiguration?) {
        func value(of key: ConfigurationKey) -> String? { loaded?.entries.first { $0.key == key.rawValue }?.value }
        name = value(of: .appName) ?? "Contacts"
        number = value(of: .appVersion) ?? Self.embeddedNumber
    }

    /// `APP_VERSION` of Base.xcconfig, where no setting can be read.
    static var embeddedNumber: String {
        let name = "APP_VERSION = "
        let line = EmbeddedFiles.configurations["Base.xcconfig"]?.split(separator: "\n").first { $0.hasPrefix(name) }
        return line.map { String($0.dropFirst(name.count)) } ?? ""
    }

    /// The parser's answer to `--version`, which the launcher replaces with ``line``.
    ///
    /// The parser wants a text at every start, and reading the settings for it would slow each command down.
    static let placeholder = "version"

    var line: String {
        "\(name) \(number) (\(Self.compiler), SQLite \(SQLiteLibrary.version))"
    }

    /// The product token for HTTP, such as `Contacts-DEV/0.1.0`; characters that a token cannot have become hyphens.
    var userAgent: String { "\(Self.token(name))/\(Self.token(number))" }

    private static func token(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Character in
            let isKept = UInt8(exactly: scalar.value).map { $0.isLetterOrDigit || "._".utf8.contains($0) } ?? false
            return isKept ? Character(scalar) : "-"
        }
        return String(scalars)
    }

    private static var compiler: String {
        #if compiler(>=6.5)
        "Swift 6.5 or later"
        #elseif compiler(>=6.4)
        "Swift 6.4"
        #elseif compiler(>=6.3)
        "Swift 6.3"
        #else
        "Swift 6.2"
        #endif
    }
}
