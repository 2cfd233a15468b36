// swift-format-ignore-file
// Written by Scripts/embed-configurations. Change the files in Configurations/ and run it again.

/// The configuration files that the program carries with it.
enum EmbeddedConfigurations {
    /// The text of each file by its name.
    static let files: [String: String] = [
        "Base.xcconfig": #"""
            // What all environments have in common. DEV, QC and PROD include this file first and then change what differs.
            // Every key is explained in README.md beside this file.

            APP_NAME = Contacts
            APP_BUNDLE_ID = org.example.contacts
            APP_VERSION = 0.1.0
            IS_STORYBOOK = NO

            // A double slash begins a comment; $() is nothing and keeps the slashes apart.
            API_ENDPOINT_URL = https:/$()/randomuser.me/api/
            API_VERSION = 1.4
            API_NATIONALITIES =
            API_PAGE_SIZE = 50
            API_TIMEOUT_SECONDS = 30
            API_RETRY_LIMIT = 3

            // Secret. Never write one here: this file becomes part of the program. Local.xcconfig is the place for it.
            API_ACCESS_TOKEN =

            // A day, and 32 MiB.
            CACHE_TTL_SECONDS = 86400
            CACHE_MEMORY_LIMIT = 33554432

            // Empty: the file of the environment in the XDG data folder.
            DATABASE_PATH =

            LOG_LEVEL = warning

            """#,
        "DEV.xcconfig": #"""
            // For work on the program: people from a server inside the program, no network.
            #include "Base.xcconfig"

            ENVIRONMENT = DEV
            APP_NAME = $(inherited) DEV
            APP_BUNDLE_ID = $(inherited).dev

            // The program starts its embedded server when the API is asked first.
            API_ENDPOINT_URL = embedded:
            API_SEED = contacts-dev

            // What is set on this machine alone comes last, so that it overrides the lines above.
            #include? "Local.xcconfig"

            """#,
        "QC.xcconfig": #"""
            // For quality control: the real API, with people of its own.
            #include "Base.xcconfig"

            ENVIRONMENT = QC
            APP_NAME = $(inherited) QC
            APP_BUNDLE_ID = $(inherited).qc
            API_SEED = contacts-qc

            // What is set on this machine alone comes last, so that it overrides the lines above.
            #include? "Local.xcconfig"

            """#,
        "PROD.xcconfig": #"""
            // For use.
            #include "Base.xcconfig"

            ENVIRONMENT = PROD
            API_SEED = contacts

            // What is set on this machine alone comes last, so that it overrides the lines above.
            #include? "Local.xcconfig"

            """#,
    ]
}
