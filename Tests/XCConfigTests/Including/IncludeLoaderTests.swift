import Testing

@testable import XCConfig

@Suite struct IncludeLoaderTests {
    @Test func `the lines of an included file are in the place of the include`() throws {
        let text = "A = 1\nB = 1\n#include \"other.xcconfig\"\nB = 3"
        let config = try Resolving.file(text, others: ["/app/other.xcconfig": "A = 2\nB = 2"])
        #expect(config.strings == ["A": "2", "B": "3"])
        #expect(config.files.map(\.name) == ["main.xcconfig", "other.xcconfig"])
        #expect(config["A"]?.file == 1)
        #expect(config["B"]?.position == SourcePosition(line: 4, column: 1))
    }

    @Test func `blanks around keyword and name are allowed, the extension is optional`() throws {
        let others = ["/app/other.xcconfig": "A = 1", "/abs/x.xcconfig": "B = 1"]
        let config = try Resolving.file(" # include \t \"other\" // comment\n#include? \"/abs/x\"", others: others)
        #expect(config.strings == ["A": "1", "B": "1"])
        #expect(config.diagnostics == [])
    }

    @Test func `a name is searched in the folders of the file, of its includers, then in the search folders`() throws {
        let others = [
            "/app/sub/b.xcconfig": "#include \"c\"\n#include \"d\"\n#include \"e\"",
            "/app/sub/c": "FROM_C = exact name", "/app/sub/c.xcconfig": "FROM_C = with extension",
            "/app/d.xcconfig": "FROM_D = ancestor", "/search/e.xcconfig": "FROM_E = search",
            "/search/d.xcconfig": "FROM_D = search",
        ]
        let config = try Resolving.file("#include \"sub/b.xcconfig\"", others: others) {
            $0.searchFolders = ["/search"]
        }
        #expect(config.strings == ["FROM_C": "exact name", "FROM_D": "ancestor", "FROM_E": "search"])
        let names = ["main.xcconfig", "sub/b.xcconfig", "sub/c", "d.xcconfig", "../search/e.xcconfig"]
        #expect(config.files.map(\.name) == names)
    }

    @Test func `the developer folder replaces its placeholder`() throws {
        let text = "#include \"<DEVELOPER_DIR>/x.xcconfig\""
        let others = ["/dev/tools/x.xcconfig": "A = 1"]
        let config = try Resolving.file(text, others: others) { $0.developerFolder = "/dev/tools" }
        #expect(config["A"]?.string == "1")
        #expect(try Resolving.file(text, others: others).diagnostics.first?.hint.contains("--developer-dir") == true)
    }

    @Test func `a missing file is an error unless it is optional, and the rest is read`() throws {
        let config = try Resolving.file(
            "#include \"a\"\n#include? \"b\"\n#include \"/abs/c\"\n#include? \"/abs/d\"\n#include \"$(X)\"\nA = 1"
        )
        let expected = [
            "1:1 could not find included file 'a' in search paths", "3:1 included file '/abs/c' does not exist",
            "5:1 could not find included file '$(X)' in search paths",
        ]
        #expect(config.findings == expected)
        #expect(config.strings == ["A": "1"])
        // One that exists but isn't readable is an error in both forms.
        let text = "#include \"folder\"\n#include? \"folder\"\nA = 1"
        let finding = "unable to read included file 'folder': it is not a regular file"
        let found = try Resolving.file(text, others: ["/app/folder/x": ""]).findings
        #expect(found == ["1:1 \(finding)", "2:1 \(finding)"])
    }

    @Test func `a cycle of includes is skipped, with a warning that names its files`() throws {
        let others = ["/app/b.xcconfig": "A = $(inherited) 2\n#include \"main\"\nA = $(inherited) 3"]
        let config = try Resolving.file("A = 1\n#include \"b\"\nA = $(inherited) 4", others: others)
        #expect(config["A"]?.string == "1 2 3 4")
        #expect(config.diagnostics.map(\.severity) == [.warning] && config.diagnostics[0].file == "b.xcconfig")
        #expect(config.diagnostics[0].message.hasSuffix(": main.xcconfig -> b.xcconfig -> main.xcconfig"))
    }

    @Test func `a file can be included twice, also by two others`() throws {
        let config = try Resolving.file(
            "#include \"l\"\n#include \"r\"\n#include \"l\"",
            others: [
                "/app/l.xcconfig": "#include \"x\"\nA = $(inherited)l",
                "/app/r.xcconfig": "#include \"x\"\nA = $(inherited)r", "/app/x.xcconfig": "A = $(inherited)x",
            ]
        )
        #expect(config["A"]?.string == "xlxrxl")
        #expect(config.diagnostics == [])
    }

    @Test func `includes are nested 64 deep at most`() throws {
        var others: [String: String] = [:]
        for level in 1...70 { others["/app/\(level).xcconfig"] = "L\(level) = 1\n#include? \"\(level + 1)\"" }
        let config = try Resolving.file("#include \"1\"", others: others)
        #expect(config["L64"]?.string == "1")
        #expect(config["L65"] == nil)
        #expect(config.diagnostics.map(\.message) == ["includes are nested more than 64 deep"])
        #expect(config.diagnostics.first?.file == "64.xcconfig")
    }

    @Test func `a thousand files are read at most`() throws {
        var others: [String: String] = [:]
        for level in 1...12 {
            others["/app/\(level).xcconfig"] =
                "#include? \"\(level + 1)\"\n#include? \"\(level + 1)\"\nA = $(inherited)x"
        }
        let config = try Resolving.file("#include \"1\"", others: others)
        #expect(config.hasErrors)
        #expect(config.diagnostics.allSatisfy { $0.message.contains("more than 1000 files") })
    }

    @Test func `a file that is too large is not read`() throws {
        let others = ["/app/b.xcconfig": "B = 12345678901234567890"]
        let config = try Resolving.file("#include \"b\"\nA = 1", others: others) { $0.limits.fileBytes = 20 }
        #expect(config.findings == ["1:1 unable to read included file 'b.xcconfig': it is larger than 20 bytes"])
        #expect(throws: ConfigFileError.tooLarge(limit: 5)) {
            try Resolving.file("#include \"b\"\nA = 1", others: others) { $0.limits.fileBytes = 5 }
        }
    }
}
