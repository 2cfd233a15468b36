import Testing

@testable import XCConfig

@Suite struct AssignmentTableTests {
    @Test func `a second assignment gives a warning unless it uses the first or has conditions`() throws {
        let config = try Resolving.file(
            """
            A = 1
            A = 2
            B = 1
            B = $(inherited) 2
            C = 1
            C = $(C) 2
            D = 1
            D[sdk=*] = 2
            E = 1
            E = ${inherited:upper}
            F = 1
            F = $(FF)
            """
        )
        #expect(
            config.findings.filter { $0.contains("assigned") } == [
                "2:1 'A' was already assigned in line 1; that value is lost",
                "12:1 'F' was already assigned in line 11; that value is lost",
            ]
        )
        #expect(config["A"]?.string == "2")
    }
}
