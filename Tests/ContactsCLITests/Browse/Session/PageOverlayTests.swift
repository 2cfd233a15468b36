import TerminalUI
import Testing

@testable import ContactsCLI

struct PageOverlayTests {
    private let table = ActionTable([
        PageAction("a", "Alpha", keys: ["a"]) {}, PageAction("b", "Beta") {},
    ])
    /// With more keys than lines.
    private let longTable = ActionTable((1...5).map { PageAction("\($0)", "Action \($0)", keys: [.function($0)]) {} })

    private let size = Size(columns: 20, rows: 4)

    private func typed(_ text: String, then key: Key) -> PageOverlay.Answer {
        var overlay = PageOverlay.palette(PaletteInput())
        for character in text {
            if case .stay(let next) = overlay.receive(.key(.character(character)), in: table, on: size) {
                overlay = next
            }
        }
        return overlay.receive(.key(key), in: table, on: size)
    }

    @Test func `the palette performs what is selected, and stays where nothing fits`() {
        if case .perform(let action) = typed("bet", then: .enter) { #expect(action.id == "b") } else { Issue.record() }
        if case .stay = typed("nothing", then: .enter) {} else { Issue.record() }
        if case .close = typed("b", then: .escape) {} else { Issue.record() }
    }

    @Test func `arrows move in the palette, letters are text`() {
        guard case .stay(let next) = PageOverlay.palette(PaletteInput()).receive(.key(.down), in: table, on: size),
            case .palette(let input) = next
        else {
            Issue.record()
            return
        }
        #expect(input.text.isEmpty && input.position.selected == 1)
        guard case .stay(.palette(let text)) = next.receive(.key("j"), in: table, on: size) else {
            Issue.record()
            return
        }
        #expect(text.text == "j")
    }

    @Test func `details are scrolled, and closed by Escape`() {
        let details = PageOverlay.details(["One", "Two"], 0)
        if case .stay(.details(_, 1)) = details.receive(.key(.down), in: table, on: size) {} else { Issue.record() }
        if case .close = details.receive(.key(.escape), in: table, on: size) {} else { Issue.record() }
    }

    @Test func `help is scrolled to its end, and closed by any other key`() {
        // The keys at the bottom stay in sight.
        if case .stay(.help(4)) = PageOverlay.help(4).receive(.key(.down), in: longTable, on: size) {
        } else {
            Issue.record()
        }
        if case .stay(.help(1)) = PageOverlay.help(0).receive(.key(.down), in: longTable, on: size) {
        } else {
            Issue.record()
        }
        if case .close = PageOverlay.help(0).receive(.key("x"), in: table, on: size) {
        } else {
            Issue.record()
        }
    }
}
