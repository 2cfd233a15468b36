/// Renders frames as SVG images, such as those in the README.
///
/// The same frame always results in the same bytes, so that images in a repository can be verified.
package enum SVGRendering {
    private static let cellWidth = 9
    private static let cellHeight = 20
    private static let baseline = 15
    private static let margin = 12

    /// Returns the image, with a title for accessibility.
    package static func svg(of grid: Grid, theme: Theme, title: String = "") -> String {
        let width = grid.size.columns * cellWidth + 2 * margin
        let height = grid.size.rows * cellHeight + 2 * margin
        var svg = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
            role="img" font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="15">
            <title>\(escaped(title))</title>
            <rect width="\(width)" height="\(height)" rx="8" fill="\(theme.background.hexadecimal)"/>

            """
        for row in 0..<grid.size.rows {
            let runs = runs(of: grid, row: row, theme: theme)
            for run in runs { svg += rectangle(run, row: row, theme: theme) }
            for run in runs { svg += text(run, row: row, theme: theme) }
        }
        return svg + "</svg>\n"
    }

    /// Adjacent cells in the same style.
    private struct Run {
        var start: Int
        var columns = 0
        var text = ""
        var style: ResolvedStyle
    }

    private static func runs(of grid: Grid, row: Int, theme: Theme) -> [Run] {
        var runs: [Run] = []
        for x in 0..<grid.size.columns {
            let cell = grid[x, row]
            if cell.isContinuation {
                runs[runs.count - 1].columns += 1
                continue
            }
            let style = theme.resolve(cell.style, depth: .trueColor)
            // A character whose width depends on the font starts a run, so that the following text stays in its column.
            if let last = runs.last, last.style == style,
                (last.text + cell.text).unicodeScalars.allSatisfy({ $0.value < 0x300 })
            {
                runs[runs.count - 1].text += cell.text
                runs[runs.count - 1].columns += 1
            } else {
                runs.append(Run(start: x, columns: 1, text: cell.text, style: style))
            }
        }
        return runs
    }

    private static func colors(_ style: ResolvedStyle, theme: Theme) -> (text: String, background: String?) {
        let text = hexadecimal(style.foreground) ?? theme.text.hexadecimal
        let background = hexadecimal(style.background)
        guard style.emphasis.contains(.reverse) else { return (text, background) }
        return (background ?? theme.background.hexadecimal, text)
    }

    private static func hexadecimal(_ color: TerminalColor) -> String? {
        if case .rgb(let rgb) = color { rgb.hexadecimal } else { nil }
    }

    private static func rectangle(_ run: Run, row: Int, theme: Theme) -> String {
        guard let background = colors(run.style, theme: theme).background else { return "" }
        let x = margin + run.start * cellWidth
        let y = margin + row * cellHeight
        let width = run.columns * cellWidth
        return "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(cellHeight)\" fill=\"\(background)\"/>\n"
    }

    private static func text(_ run: Run, row: Int, theme: Theme) -> String {
        let isLined = !run.style.emphasis.isDisjoint(with: [.underline, .strikethrough])
        if run.text.allSatisfy({ $0 == " " }), !isLined { return "" }
        var attributes = "fill=\"\(colors(run.style, theme: theme).text)\""
        if run.style.emphasis.contains(.bold) { attributes += " font-weight=\"bold\"" }
        if run.style.emphasis.contains(.faint) { attributes += " opacity=\"0.7\"" }
        var lines: [String] = []
        if run.style.emphasis.contains(.underline) { lines.append("underline") }
        if run.style.emphasis.contains(.strikethrough) { lines.append("line-through") }
        if !lines.isEmpty { attributes += " text-decoration=\"\(lines.joined(separator: " "))\"" }
        let x = margin + run.start * cellWidth
        let y = margin + row * cellHeight + baseline
        let width = run.columns * cellWidth
        return "<text x=\"\(x)\" y=\"\(y)\" textLength=\"\(width)\" lengthAdjust=\"spacingAndGlyphs\" "
            + "xml:space=\"preserve\" \(attributes)>\(escaped(run.text))</text>\n"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        // Use scalars: a combining mark after “<” would form a single character that isn't equal to “<”.
        for scalar in TerminalText.sanitized(text).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
