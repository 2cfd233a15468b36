import Testing

@testable import TerminalUI

struct PaletteViewTests {
    @Test func `it lists what was found, with keys`() {
        var input = PaletteInput("ed")
        _ = input.type(.key(.down), count: 2)
        let palette = PaletteView(
            input: input,
            items: [PaletteItem("Edit contact", detail: "e"), PaletteItem("Redo", detail: "Ctrl-R")]
        )
        #expect(
            picture(palette, 40, 8) == """


                ╭──────────────────────────────────────╮
                │: ed                                  │
                │   Edit contact                 e     │
                │▸  Redo                         Ctrl-R│
                ╰──────────────────────────────────────╯


                """
        )
    }

    @Test func `it says when nothing was found`() {
        let palette = PaletteView(input: PaletteInput("zz"), items: [])
        #expect(picture(palette, 40, 8).contains("Nothing has this name."))
        #expect(picture(palette, 20, 5).contains(": zz"))
    }
}
