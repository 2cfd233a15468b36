import TerminalUI
import Testing

@testable import ContactsCLI

struct PageOverlayTests {
    private let table = ActionTable([
        PageAction(id: "a", title: "Alpha", keys: ["a"]) {}, PageAction(id: "b", title: "Beta") {},
    ])
    /// With more keys than lines.
    private let longTable = ActionTable(
        (1...5).map { PageAction(id: "\($0)", title: "Action \($0)", keys: [.function($0)]) {} }
    )

    private let size = Size(columns: 20, rows: 4)

    /// What keys lead to, in words.
    private func outcome(of overlay: PageOverlay, _ keys: Key..., in table: ActionTable? = nil) -> String {
        var overlay = overlay
        for key in keys {
            switch overlay.receive(.key(key), in: table ?? self.table, on: size) {
            case .perform(let action): return "perform \(action.id)"
            case .close: return "close"
            case .stay(let next): overlay = next
            }
        }
        return switch overlay {
        case .palette(let input): "row \(input.position.selected) of “\(input.text)”"
        case .details(_, let line): "details \(line)"
        case .help(let line): "help \(line)"
        }
    }

    private static let palette = PageOverlay.palette(PaletteInput())
    private static let details = PageOverlay.details(["One", "Two"], 0)

    @Test func `the palette performs what is selected, arrows move, letters are text, and Escape closes`() {
        #expect(outcome(of: Self.palette, "b", "e", "t", .enter) == "perform b")
        #expect(outcome(of: Self.palette, "n", "o", .enter).hasSuffix("“no”"))
        #expect(outcome(of: Self.palette, "b", .escape) == "close")
        #expect(outcome(of: Self.palette, .down) == "row 1 of “”")
        #expect(outcome(of: Self.palette, .down, "j").hasSuffix("“j”"))
        #expect(outcome(of: Self.details, .down) == "details 1")
        #expect(outcome(of: Self.details, .escape) == "close")
    }

    @Test func `help is scrolled to its end, and closed by any other key`() {
        // The keys at the bottom stay in sight.
        #expect(outcome(of: .help(4), .down, in: longTable) == "help 4")
        #expect(outcome(of: .help(0), .down, in: longTable) == "help 1")
        #expect(outcome(of: .help(0), "x") == "close")
    }
}
