/// Signs for drawing, each one column wide; in ASCII where a terminal has no others.
package struct Glyphs: Sendable, Equatable {
    package var horizontal = "─", vertical = "│", topLeft = "╭", topRight = "╮", bottomLeft = "╰", bottomRight = "╯"
    /// The sign of a favorite, and of a marked row.
    package var favorite = "★", mark = "●"
    /// The sign before the row that keys act on.
    package var pointer = "▸"
    package var bullet = "•", ellipsis = "…", warning = "▲"
    /// The signs that there is more above and below.
    package var above = "▴", below = "▾"
    /// The track and the thumb of a scroll bar.
    package var track = "│", thumb = "┃"
    /// Pictures of something that goes on, each shown for a moment.
    package var spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
    /// Two pixels in one cell: none, the lower, the upper and both; empty when a pixel takes two columns.
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
