/// Input from a terminal, or a change of its state.
package enum InputEvent: Hashable, Sendable {
    case key(Key)
    /// Pasted text; it may be hostile and as long as the decoder allows.
    case paste(String)
    case mouse(Mouse)
    case resize(Size)
    case background(BackgroundTone)
    /// The program continues after it was suspended; the whole screen is redrawn.
    case resumed
    /// The program has to exit: because of a signal, Ctrl-C, or a lost terminal.
    ///
    /// - Parameter status: The exit status, such as 143 for SIGTERM.
    case terminated(status: Int32)
}

/// A key, including its modifiers.
package enum Key: Hashable, Sendable {
    /// A letter, digit or symbol, as typed; a single grapheme.
    case character(Character)
    /// A lowercase letter with Ctrl.
    case control(Character)
    case alt(Character)
    case enter, escape, tab, backTab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    /// Ctrl or Alt with the left or right arrow, which moves by a word.
    case wordLeft, wordRight
    /// F1 to F12.
    case function(Int)
}

/// Allows keys to be written as the character that they type: `"j"`.
extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
    package init(extendedGraphemeClusterLiteral value: Character) { self = .character(value) }
}

extension Key: CustomStringConvertible {
    /// The key's name as shown in help, such as `Ctrl-R`, `Enter` or `/`.
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
