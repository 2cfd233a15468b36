extension Key: CustomStringConvertible {
    /// The key as help names it, such as `Ctrl-R`, `Enter` or `/`.
    package var description: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .control(let character): "Ctrl-\(character.uppercased())"
        case .alt(let character): "Alt-\(character)"
        case .enter: "Enter"
        case .escape: "Esc"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .backspace: "Backspace"
        case .delete: "Del"
        case .insert: "Ins"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .wordLeft: "Ctrl-Left"
        case .wordRight: "Ctrl-Right"
        case .function(let number): "F\(number)"
        }
    }
}
