import ArgumentParser
import Testing

@testable import ContactsCLI

@Suite struct EditorOptionsTests {
    @Test(arguments: [([], false), (["--editor"], true), (["--draft", "f"], true), (["-y"], false)])
    func `the editor is asked for by name`(arguments: [String], isGiven: Bool) throws {
        #expect(try EditorOptions.parse(arguments).isGiven == isGiven)
    }

    @Test(arguments: [(["--editor", "--draft", "f"], false), (["--editor"], true), (["--draft", "f"], true)])
    func `fields come from one place`(arguments: [String], fieldsAreGiven: Bool) throws {
        let options = try EditorOptions.parse(arguments)
        #expect(throws: ValidationError.self) { try options.validate(fieldsAreGiven: fieldsAreGiven) }
    }

    @Test(arguments: [([], true), (["--editor"], false), (["-y", "--draft", "f"], false)])
    func `one place is enough`(arguments: [String], fieldsAreGiven: Bool) throws {
        try EditorOptions.parse(arguments).validate(fieldsAreGiven: fieldsAreGiven)
    }
}
