import Testing

@testable import ContactsCLI

struct VariableLayerTests {
    @Test func `long and short names set the same key`() throws {
        let long = try VariableLayer(["CONTACTS_DATABASE_PATH": "/a"])
        #expect(long.values == [.databasePath: "/a"])
        #expect(long.origins == [.databasePath: "CONTACTS_DATABASE_PATH"])
        let short = try VariableLayer(["CONTACTS_DB": "/a"])
        #expect(short.values == long.values)
        #expect(short.origins == [.databasePath: "CONTACTS_DB"])
    }

    @Test func `both names must not contradict each other`() throws {
        let same = ["CONTACTS_ENV": "prod", "CONTACTS_ENVIRONMENT": "Production"]
        #expect(try VariableLayer(same).origins == [.environment: "CONTACTS_ENV"])
        let error = #expect(throws: ConfigurationError.self) {
            try VariableLayer(["CONTACTS_LOG": "info", "CONTACTS_LOG_LEVEL": "debug"])
        }
        #expect(error?.description.contains("Unset one of them") == true)
    }

    @Test func `a misspelled variable is a warning, others are ignored`() throws {
        let layer = try VariableLayer(["CONTACTS_API_SED": "x", "CONTACTS_SOMETHING_ELSE": "y", "API_SEED": "z"])
        #expect(layer.values.isEmpty)
        #expect(
            layer.warnings
                == ["The environment variable CONTACTS_API_SED sets nothing. Did you mean CONTACTS_API_SEED?"]
        )
    }
}
