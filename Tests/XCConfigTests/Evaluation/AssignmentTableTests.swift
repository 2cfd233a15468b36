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

    private func assignment(_ name: String, _ value: String, line: Int = 1, sdk: String? = nil) -> ConfigAssignment {
        let position = SourcePosition(line: line, column: 1)
        return ConfigAssignment(
            name: name,
            conditions: sdk.map { [ConfigCondition(parameter: "sdk", pattern: $0)] } ?? [],
            value: Array(value.utf8)[...],
            position: position,
            valuePosition: position
        )
    }

    @Test func `the matching assignments of a key are a list, newest first`() {
        var table = AssignmentTable(conditions: ConditionValues(["sdk": "linux"]))
        for (line, sdk) in [(1, nil), (2, "mac"), (3, "linux")] as [(Int, String?)] {
            _ = table.add(assignment("A", "\(line)", line: line, sdk: sdk), file: 0, reading: 1)
        }
        let key = table.keys[Int(table.number(of: "A"))]
        #expect(key.head == 2)
        #expect(table.nodes[2].older == 0)
        #expect(table.nodes[0].older == -1)
        #expect(table.nodes.map(\.matches) == [true, false, true])
        #expect(table.valueBytes == 3)
    }

    @Test func `special names have special numbers`() {
        let table = AssignmentTable(conditions: ConditionValues())
        #expect(table.number(of: "inherited") == KeyNumber.inherited)
        #expect(table.number(of: "value") == KeyNumber.inherited)
        #expect(table.number(of: "A") == KeyNumber.unknown)
    }

    @Test func `an assignment in another reading makes no line useless`() {
        var table = AssignmentTable(conditions: ConditionValues())
        #expect(table.add(assignment("A", "1", line: 7), file: 0, reading: 1) == nil)
        #expect(table.add(assignment("A", "2", line: 8), file: 1, reading: 2) == nil)
        #expect(table.add(assignment("A", "3", line: 9), file: 1, reading: 2) == 8)
    }
}
