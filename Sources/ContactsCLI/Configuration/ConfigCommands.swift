import ArgumentParser

/// The forms in which the settings can be asked for.
enum SettingsFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case json

    /// The settings in this form, in the order given.
    func bytes(of entries: [ConfigurationEntry], withOrigin: Bool, for screen: Screen) -> [UInt8] {
        switch self {
        case .text: Self.text(of: entries, withOrigin: withOrigin)
        case .json: Self.json(of: entries, withOrigin: withOrigin, for: screen)
        }
    }

    private static func text(of entries: [ConfigurationEntry], withOrigin: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        for entry in entries {
            var line = "\(entry.key) = \(entry.value)"
            if withOrigin { line += "  (\(entry.origin))" }
            bytes += TerminalText.sanitized(line).utf8
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    private static func json(of entries: [ConfigurationEntry], withOrigin: Bool, for screen: Screen) -> [UInt8] {
        let text = JSONText(isForTerminal: screen.isTerminal)
        var bytes: [UInt8] = []
        for entry in entries {
            bytes += bytes.isEmpty ? "{\n".utf8 : ",\n".utf8
            text.append(entry.key, to: &bytes)
            bytes += ":".utf8
            if withOrigin { bytes += #"{"value":"#.utf8 }
            text.append(entry.value, to: &bytes)
            if withOrigin {
                bytes += #","origin":"#.utf8
                text.append(entry.origin, to: &bytes)
                bytes += "}".utf8
            }
        }
        bytes += bytes.isEmpty ? "{}\n".utf8 : "\n}\n".utf8
        return bytes
    }
}
