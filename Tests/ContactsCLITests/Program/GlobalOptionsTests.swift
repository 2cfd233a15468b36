import ArgumentParser
import Testing

@testable import ContactsCLI

struct GlobalOptionsTests {
    @Test(
        arguments: [
            ([], nil), (["-v"], "info"), (["-vv"], "debug"), (["-vvv"], "debug"), (["--debug"], "debug"),
            (["-v", "--log-level", "error"], "error"),
        ] as [([String], String?)]
    )
    func `the log level is the explicit one, else that of -v`(arguments: [String], level: String?) throws {
        #expect(try GlobalOptions.parse(arguments).configurationFlags.logLevel == level)
    }

    @Test func `settings among the options become flags`() throws {
        let options = try GlobalOptions.parse(["--env", "QC", "--db", "a.sqlite", "--config", "b.xcconfig"])
        #expect(
            options.configurationFlags
                == ConfigurationFlags(environment: "QC", databasePath: "a.sqlite", configFile: "b.xcconfig")
        )
    }

    @Test func `no color is stronger than any other`() throws {
        #expect(try GlobalOptions.parse(["--color", "always"]).colorRule == .always)
        #expect(try GlobalOptions.parse(["--color", "always", "--no-color"]).colorRule == .never)
    }
}
