import Testing

@testable import ContactsCLI

struct DatabaseLocationTests {
    private func path(
        _ value: String,
        folder: String? = nil,
        variables: [String: String] = ["HOME": "/home/me"]
    ) throws -> String {
        let location = DatabaseLocation(folders: XDGFolders(environment: variables), currentFolder: "/work")
        let setting = Setting(key: .databasePath, value: value, origin: "--db", folder: folder)
        return try location.path(for: setting, in: .qc)
    }

    @Test func `paths are absolute, from the home, the folder of the file or the working folder`() throws {
        #expect(try path("/a/b") == "/a/b")
        #expect(try path(":memory:") == ":memory:")
        #expect(try path("~/b") == "/home/me/b")
        #expect(try path("b", folder: "/settings") == "/settings/b")
        #expect(try path("b", folder: "/") == "/b")
        #expect(try path("b") == "/work/b")
    }

    @Test func `without a path, the environment has a file in the folder of data`() throws {
        #expect(try path("") == "/home/me/.local/share/contacts/contacts-qc.sqlite")
        #expect(try path("", variables: ["XDG_DATA_HOME": "/d/", "HOME": "/h"]) == "/d/contacts/contacts-qc.sqlite")
    }

    @Test(arguments: ["", "~", "~/b"])
    func `without a home, a path that needs it is an error that says so`(value: String) {
        let error = #expect(throws: ConfigurationError.self) { try path(value, variables: ["HOME": "relative"]) }
        #expect(error?.description.contains("HOME") == true)
    }

    @Test func `empty and relative variables are ignored`() {
        let folders = XDGFolders(environment: ["HOME": "/h/", "XDG_STATE_HOME": "state", "XDG_CONFIG_HOME": ""])
        #expect(folders.home == "/h")
        #expect(folders.state == "/h/.local/state/contacts")
        #expect(folders.configuration == "/h/.config/contacts")
        #expect(XDGFolders(environment: [:]).data == nil)
    }
}
