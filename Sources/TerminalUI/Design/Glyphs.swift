/// Symbols for drawing, each one column wide; ASCII characters on terminals that don't support others.
package struct Glyphs: Sendable, Equatable {
    package var horizontal = "─", vertical = "│", topLeft = "╭", topRight = "╮", bottomLeft = "╰", bottomRight = "╯"
    package var favorite = "★", mark = "●"
    /// The symbol in front of the focused row.
    package var pointer = "▸"
    package var bullet = "•", ellipsis = "…", warning = "▲"
    /// The symbols for more content above and below.
    package var above = "▴", below = "▾"
    /// The track and the thumb of a scroll bar.
    package var track = "│", thumb = "┃"
    package var spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
    /// Two pixels per cell: none, lower, upper, both; empty if each pixel takes two columns instead.
    package var halfBlocks = [" ", "▄", "▀", "█"]

    package static let unicode = Glyphs()

    package static let ascii = Glyphs(
        horizontal: "-",
        vertical: "|",
        topLeft: "+",
        topRight: "+",
        bottomLeft: "+",
        bottomRight: "+",
        favorite: "*",
        mark: "o",
        pointer: ">",
        bullet: "*",
        ellipsis: "~",
        warning: "!",
        above: "^",
        below: "v",
        track: "|",
        thumb: "#",
        spinner: ["|", "/", "-", "\\"],
        halfBlocks: []
    )
}
