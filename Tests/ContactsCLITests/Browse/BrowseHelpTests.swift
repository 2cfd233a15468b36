import Testing

@testable import ContactsCLI

struct BrowseHelpTests {
    @Test func `the help of the screen names every page, and fits a terminal`() {
        let lines = HelpTexts.screen.split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines { #expect(line.count <= 80, "\(line)") }
        for entry in BrowsePages.main { #expect(lines.contains("  " + entry.route.path), "\(entry.title)") }
        #expect(HelpTexts.screen.contains("1 to \(BrowsePages.tabs.count) "))
    }
}
