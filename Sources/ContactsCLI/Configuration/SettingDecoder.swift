import Primitives
import Repository
import XCConfig

/// Converts settings to values, and collects their problems.
struct SettingDecoder {
    let layers: [SettingLayer]
    let folders: XDGFolders
    let fileSystem: any ConfigFileSystem
    private(set) var problems: [String] = []
    private(set) var warnings: [String] = []

    mutating func integer(_ key: ConfigurationKey, in range: ClosedRange<Int>) -> Int {
        let setting = layers.setting(key)
        if let number = Int(setting.value), range.contains(number) { return number }
        problems.append(setting.problem("it must be a whole number from \(range.lowerBound) to \(range.upperBound)."))
        return range.lowerBound
    }

    /// Decodes a number of seconds, with at most three decimal places.
    mutating func seconds(_ key: ConfigurationKey, in range: ClosedRange<Int>, leastMilliseconds: Int) -> Duration {
        let setting = layers.setting(key)
        let milliseconds = Self.milliseconds(setting.value)
        if let milliseconds, (leastMilliseconds...(range.upperBound * 1_000)).contains(milliseconds) {
            return .milliseconds(milliseconds)
        }
        let least = leastMilliseconds % 1_000 == 0 ? "\(leastMilliseconds / 1_000)" : "0.\(leastMilliseconds / 100)"
        problems.append(setting.problem("it must be a number from \(least) to \(range.upperBound) seconds."))
        return .seconds(range.lowerBound)
    }

    private static func milliseconds(_ text: String) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, !whole.isEmpty, whole.utf8.count <= 12,
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            let seconds = Int(whole)
        else { return nil }
        guard parts.count == 2 else { return seconds * 1_000 }
        guard (1...3).contains(parts[1].utf8.count) else { return nil }
        let fraction = parts[1] + String(repeating: "0", count: 3 - parts[1].utf8.count)
        return Int(fraction).map { seconds * 1_000 + $0 }
    }

    mutating func boolean(_ key: ConfigurationKey) -> Bool {
        let setting = layers.setting(key)
        switch setting.value.lowercased() {
        case "yes", "y", "true", "t", "1": return true
        case "no", "n", "false", "f", "0": return false
        default:
            let isTrue = "yt123456789".contains(setting.value.lowercased().prefix(1))
            warnings.append(setting.problem("it is read as \(isTrue ? "YES" : "NO"); write YES or NO."))
            return isTrue
        }
    }

    /// Decodes one of a few words, ignoring case.
    mutating func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ key: ConfigurationKey,
        default fallback: Value
    ) -> Value {
        let setting = layers.setting(key)
        if let value = Value(rawValue: setting.value.lowercased()) { return value }
        let words = Value.allCases.map(\.rawValue)
        let allowed = words.dropLast().joined(separator: ", ") + " or " + words.suffix(1).joined()
        problems.append(setting.problem("it must be \(allowed)."))
        return fallback
    }

    /// Decodes a text that a rule accepts; the rule returns what it expects, or nil if the text is valid.
    mutating func checked(_ key: ConfigurationKey, _ rule: (String) -> String?) -> String {
        let setting = layers.setting(key)
        if let expectation = rule(setting.value) { problems.append(setting.problem(expectation)) }
        return setting.value
    }

    /// Decodes the absolute path of an input file; nil if the setting is empty.
    mutating func inputFile(_ key: ConfigurationKey) -> String? {
        let setting = layers.setting(key)
        guard !setting.value.isEmpty else { return nil }
        do {
            let path = try absolutePath(for: setting)
            switch fileSystem.kind(ofPath: path) {
            case .file: break
            case nil: problems.append(setting.problem("the file doesn't exist."))
            case .folder, .other: problems.append(setting.problem("it must be a file."))
            }
            return path
        } catch {
            problems += error.problems
            return nil
        }
    }

    func databasePath(in environment: AppEnvironment) throws(ConfigurationError) -> String {
        let setting = layers.setting(.databasePath)
        if setting.value == ":memory:" { return setting.value }
        guard setting.value.isEmpty else { return try absolutePath(for: setting) }
        guard let data = folders.data else {
            throw .noFolder(for: "the database", "XDG_DATA_HOME", "Set HOME, or give a file with --db.")
        }
        return "\(data)/\(environment.databaseName)"
    }

    /// Returns the absolute path that a setting names.
    ///
    /// A relative path in a file starts at the file's folder, elsewhere at the working folder.
    private func absolutePath(for setting: Setting) throws(ConfigurationError) -> String {
        let value = setting.value
        if value.hasPrefix("/") { return value }
        if value == "~" || value.hasPrefix("~/") {
            guard let home = folders.home else {
                throw ConfigurationError(
                    setting.problem("'~' needs HOME, which is not an absolute path. Write the whole path.")
                )
            }
            return home + value.dropFirst()
        }
        let folder = setting.folder ?? fileSystem.currentFolder
        return (folder == "/" ? "" : folder) + "/" + value
    }

    mutating func warn(_ key: ConfigurationKey, _ advice: String) {
        warnings.append(layers.setting(key).problem(advice))
    }
}

/// Validation rules for settings.
///
/// Each returns what it expects, or nil if the value is valid.
enum SettingRules {
    static func endpoint(_ text: String) -> String? {
        if text == CompositionRoot.embeddedEndpoint { return nil }
        let expectation =
            "it must be '\(CompositionRoot.embeddedEndpoint)' or an http or https address such as https://host/api/, "
            + "without blanks, '?' or '#'; "
            + "in a file write https:/$()/host."
        let lowercased = text.lowercased()
        guard let scheme = ["http://", "https://"].first(where: { lowercased.hasPrefix($0) }) else {
            return expectation
        }
        let rest = text.utf8.dropFirst(scheme.utf8.count)
        let host = rest.prefix { $0 != UInt8(ascii: "/") }
        let isPlain = rest.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let hasHost = host.first.map { $0 != UInt8(ascii: ":") } ?? false
        let address = HTTPAddress(text)
        if address.hasUserInformation || host.contains(UInt8(ascii: "@")) {
            return "it must not have a user name or a password. Leave them out, and set API_ACCESS_TOKEN."
        }
        guard isPlain, hasHost, text.utf8.count <= 2_000 else { return expectation }
        return address.scheme != nil
            ? nil
            : "its port must be from \(HTTPAddress.ports.lowerBound) to \(HTTPAddress.ports.upperBound), and its host a name of "
                + "at most \(HTTPAddress.hostLimit) bytes or an address."
    }

    static func region(_ text: String) -> String? {
        text.isEmpty || PhoneRegion(text) != nil
            ? nil : "it must be empty or a two-letter country code (ISO 3166), such as DE or US."
    }

    static func version(_ text: String) -> String? {
        let isFit = text.utf8.allSatisfy { $0.isLetterOrDigit || "._-".utf8.contains($0) }
        return isFit && text.utf8.count <= 32 && text != "." && text != ".."
            ? nil : "it must be empty or a version such as 1.4, of letters, digits, '.', '-' and '_'."
    }

    static func bundleID(_ text: String) -> String? {
        text.utf8.allSatisfy { $0.isLetterOrDigit || ".-".utf8.contains($0) } && text.utf8.count <= 155
            ? nil : "it must consist of letters, digits, '.' and '-', such as org.example.contacts."
    }

    static func line(_ text: String) -> String? {
        isLine(text) ? nil : "it must be one line of at most 200 bytes without control characters."
    }

    private static func isLine(_ text: String) -> Bool {
        text.utf8.count <= 200 && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// The API parses the last two characters of an 18-character seed as a number, and fails if they aren't one.
    static func seed(_ text: String) -> String? {
        guard isLine(text) else { return "it must be one line of at most 200 bytes." }
        guard text.count == 18 else { return nil }
        let isOfTheAPI =
            text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
            && (Int(text.suffix(2), radix: 16) ?? 0xFF) <= 0x14
        return isOfTheAPI ? nil : "it must not have 18 characters: the API cannot answer it. Add or remove one."
    }

    static func nationalities(_ text: String) -> String? {
        if text.isEmpty || text.lowercased() == "all" { return nil }
        let codes = text.split(separator: ",", omittingEmptySubsequences: false)
        let isFit = codes.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy { $0.isLetterOrDigit && $0 > 0x39 } }
        return isFit && codes.count <= 100
            ? nil : "it must be empty or two-letter codes separated by commas, such as CH,DE,FR."
    }

    static func token(_ text: String) -> String? {
        text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && text.utf8.count <= 8_192
            ? nil : "it must be at most 8192 ASCII characters without blanks."
    }
}
