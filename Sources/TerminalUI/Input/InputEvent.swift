/// What comes from a terminal.
package enum InputEvent: Hashable, Sendable {
    case key(Key)
    /// Text was pasted; it may be hostile and of any length up to that of the decoder.
    case paste(String)
    case mouse(Mouse)
    /// The terminal has another size.
    case resize(Size)
    /// The terminal tells its background.
    case background(BackgroundTone)
    /// The program goes on after it was suspended; everything is drawn again.
    case resumed
    /// The program has to end: a signal, Ctrl-C, or a terminal that is gone.
    ///
    /// - Parameter status: The exit status, such as 143 for SIGTERM.
    case terminated(status: Int32)
}

/// A key, with what was held down beside it.
package enum Key: Hashable, Sendable {
    /// A letter, digit or sign, as typed; one grapheme.
    case character(Character)
    /// A letter with Ctrl, in lower case.
    case control(Character)
    /// A character with Alt.
    case alt(Character)
    case enter, escape, tab, backTab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    /// Ctrl or Alt with an arrow to the left or right: a word.
    case wordLeft, wordRight
    /// F1 to F12.
    case function(Int)
}

/// A key may be written as the character that it types: `"j"`.
extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
    package init(extendedGraphemeClusterLiteral value: Character) { self = .character(value) }
}

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

/// What the mouse did, and where.
package struct Mouse: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        /// The left button was pressed.
        case click
        /// Another button was pressed.
        case otherClick
        /// The wheel was turned by one step.
        case wheelUp, wheelDown
    }

    package var action: Action
    package var position: Point

    package init(_ action: Action, at position: Point) {
        self.action = action
        self.position = position
    }
}

/// Whether a terminal is dark or light.
package enum BackgroundTone: Hashable, Sendable {
    case dark, light
}
