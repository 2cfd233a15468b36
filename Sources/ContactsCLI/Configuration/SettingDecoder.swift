/// Turns settings into values, and collects what is wrong with them.
struct SettingDecoder {
    private let layers: SettingLayers
    private(set) var problems: [String] = []
    private(set) var warnings: [String] = []

    init(_ layers: SettingLayers) {
        self.layers = layers
    }

    /// A line of text.
    mutating func text(_ key: ConfigurationKey, maximum: Int = 200) -> String {
        let setting = layers.setting(key)
        let isPlain = setting.value.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        if !isPlain || setting.value.utf8.count > maximum {
            problems.append(
                setting.problem("it must be one line of at most \(maximum) bytes without control characters.")
            )
        }
        return setting.value
    }

    /// A text that may be missing.
    mutating func optionalText(_ key: ConfigurationKey, maximum: Int = 200) -> String? {
        let text = text(key, maximum: maximum)
        return text.isEmpty ? nil : text
    }

    /// A whole number.
    mutating func integer(_ key: ConfigurationKey, in range: ClosedRange<Int>, unit: String = "") -> Int {
        let setting = layers.setting(key)
        if let number = Int(setting.value), range.contains(number) { return number }
        let unit = unit.isEmpty ? "" : " \(unit)"
        problems.append(
            setting.problem("it must be a whole number from \(range.lowerBound) to \(range.upperBound)\(unit).")
        )
        return range.lowerBound
    }

    /// A number of seconds, with at most three decimal places.
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

    /// A yes or no, as the files read them.
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

    /// One of a few words.
    mutating func choice<Value>(
        _ key: ConfigurationKey,
        default fallback: Value,
        allowed: String,
        _ convert: (String) -> Value?
    ) -> Value {
        let setting = layers.setting(key)
        if let value = convert(setting.value) { return value }
        problems.append(setting.problem("it must be \(allowed)."))
        return fallback
    }

    /// A text that a rule accepts; the rule gives what would be right, or nil if the text is.
    mutating func checked(_ key: ConfigurationKey, _ rule: (String) -> String?) -> String {
        let setting = layers.setting(key)
        if let expectation = rule(setting.value) { problems.append(setting.problem(expectation)) }
        return setting.value
    }

    /// Adds a warning about a setting.
    mutating func warn(_ key: ConfigurationKey, _ advice: String) {
        warnings.append(layers.setting(key).problem(advice))
    }
}
