/// A line of text in several styles.
package struct StyledText: Equatable, Sendable {
    /// A part of the text with a single style.
    package struct Run: Equatable, Sendable {
        package var text: String
        package var style: Style
    }

    package private(set) var runs: [Run]

    package init(_ text: String = "", style: Style = .plain) {
        runs = text.isEmpty ? [] : [Run(text: text, style: style)]
    }

    /// Creates text in which some ranges have another style, such as search matches.
    ///
    /// The ranges must be in ascending order; a range that overlaps an earlier one is ignored.
    package init(_ text: String, style: Style = .plain, highlighting ranges: [Range<String.Index>], as highlight: Style)
    {
        runs = []
        var start = text.startIndex
        for range in ranges where range.lowerBound >= start && range.upperBound <= text.endIndex && !range.isEmpty {
            append(String(text[start..<range.lowerBound]), style: style)
            append(String(text[range]), style: highlight)
            start = range.upperBound
        }
        append(String(text[start...]), style: style)
    }

    /// The text without its styles.
    package var text: String { runs.map(\.text).joined() }
    package var isEmpty: Bool { runs.isEmpty }

    package var columns: Int { runs.reduce(0) { $0 + CellText.columns(of: $1.text) } }

    package mutating func append(_ text: String, style: Style = .plain) {
        if text.isEmpty { return }
        if runs.last?.style == style {
            runs[runs.count - 1].text += text
        } else {
            runs.append(Run(text: text, style: style))
        }
    }

    package static func + (left: StyledText, right: StyledText) -> StyledText {
        var sum = left
        sum.runs += right.runs
        return sum
    }

    /// Returns the text truncated to a number of columns, with an ellipsis if anything was cut off.
    package func cut(to columns: Int, ellipsis: String) -> StyledText {
        if self.columns <= columns { return self }
        let room = max(0, columns - CellText.columns(of: ellipsis))
        var result = StyledText()
        var used = 0
        for run in runs {
            let pieces = CellText.pieces(of: run.text)
            let kept = pieces.prefix { piece in
                used += piece.columns
                return used <= room
            }
            result.append(kept.map(\.text).joined(), style: run.style)
            if kept.count < pieces.count {
                if columns >= CellText.columns(of: ellipsis) { result.append(ellipsis, style: run.style) }
                break
            }
        }
        return result
    }
}

extension StyledText: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) {
        self.init(value)
    }
}
