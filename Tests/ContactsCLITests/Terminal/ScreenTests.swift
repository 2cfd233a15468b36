import Testing

@testable import ContactsCLI

struct ScreenTests {
    private let nowhere = Descriptor(number: -1)

    @Test(arguments: [("120", 120), ("", 80), ("0", 80), ("-3", 80), ("wide", 80), ("99999999999999999999", 80)])
    func `the variable COLUMNS is taken when it makes sense`(value: String, columns: Int) {
        #expect(Screen(descriptor: nowhere, environment: ["COLUMNS": value]).columns == columns)
    }

    @Test func `without a terminal there are 80 columns`() {
        #expect(Screen(descriptor: nowhere, environment: [:]) == Screen(isTerminal: false, columns: 80))
    }
}
