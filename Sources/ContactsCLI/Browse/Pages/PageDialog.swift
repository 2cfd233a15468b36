import TerminalUI

/// Something that lies over a page and takes its keys, such as a menu or a field.
@MainActor
protocol PageDialog: AnyObject {
    /// The picture of it; `nil` while it is closed.
    var view: (any TerminalView)? { get }
    /// The actions while it is open.
    var actions: [PageAction] { get }
    /// Takes a key or a paste as text.
    ///
    /// - Returns: Whether it was used; keys that were not are those of actions.
    func type(_ event: InputEvent) -> Bool
    /// Takes a click.
    func use(_ mouse: Mouse.Action, on target: HitTarget?)
}

extension PageDialog {
    /// Whether it lies over the page now.
    var isOpen: Bool { view != nil }
}
