import ArgumentParser
import Services

/// The forms in which findings can be asked for.
enum HealthFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case json

    /// The findings in this form, in the order given.
    func bytes(of findings: [HealthFinding], for screen: Screen) -> [UInt8] {
        switch self {
        case .text: Self.text(of: findings)
        case .json: Self.json(of: findings, for: screen)
        }
    }

    private static func text(of findings: [HealthFinding]) -> [UInt8] {
        findings.reduce(into: []) { bytes, finding in
            let level = finding.isRepaired ? "repaired" : finding.level.rawValue
            let words = [
                level.padding(to: 9), finding.check.rawValue.padding(to: 14), finding.message,
                finding.advice.map { " " + $0 } ?? "",
            ]
            bytes += TerminalText.sanitized(words.joined()).utf8
            bytes.append(UInt8(ascii: "\n"))
        }
    }

    private static func json(of findings: [HealthFinding], for screen: Screen) -> [UInt8] {
        let text = JSONText(isForTerminal: screen.isTerminal)
        var bytes = Array(#"{"checks":["#.utf8)
        for (index, finding) in findings.enumerated() {
            bytes += (index == 0 ? "\n" : ",\n").utf8
            bytes += #"{"check":"#.utf8
            text.append(finding.check.rawValue, to: &bytes)
            bytes += #","level":"#.utf8
            text.append(finding.level.rawValue, to: &bytes)
            bytes += #","message":"#.utf8
            text.append(finding.message, to: &bytes)
            bytes += #","advice":"#.utf8
            text.append(finding.advice, to: &bytes)
            bytes += #","repaired":\#(finding.isRepaired)}"#.utf8
        }
        bytes += "\n]}\n".utf8
        return bytes
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
