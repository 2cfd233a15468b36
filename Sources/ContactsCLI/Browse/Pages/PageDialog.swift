import TerminalUI

/// Something that lies over a page and takes its keys: a question, a menu or a field.
///
/// While it is open, no key changes anything else or leaves the page.
@MainActor
protocol PageDialog: ActionOwner {
    /// The picture of it.
    var view: any TerminalView { get }
    /// The actions while it is open.
    var actions: [PageAction] { get }
    /// Whether characters are text.
    var isTyping: Bool { get }
    /// Takes a key or a paste as text.
    ///
    /// - Returns: Whether it was used; keys that were not are those of actions.
    func type(_ event: InputEvent) -> Bool
    /// Takes a click.
    func use(_ mouse: Mouse.Action, on target: HitTarget?)
}

extension PageDialog {
    var isTyping: Bool { true }
    func use(_ mouse: Mouse.Action, on target: HitTarget?) {}
}
