// swift-format-ignore-file
// Written by Scripts/embed-configurations. Change the files in Configurations/ and run it again.

/// The configuration files that are part of the program.
enum EmbeddedConfigurations {
    /// `APP_VERSION` of Base.xcconfig, the default where no setting can be read.
    static let version = "0.1.0"

    /// The text of each file by its name.
    static let files: [String: String] = [
        "Base.xcconfig": #"""
            // The settings of all environments. DEV, QC and PROD include this file first and then override what differs.
            // README.md in this folder explains every key.

            APP_NAME = Contacts
            APP_BUNDLE_ID = org.example.contacts
            APP_VERSION = 0.1.0
            IS_STORYBOOK = NO

            // A double slash begins a comment; $() is empty and separates the slashes.
            API_ENDPOINT_URL = https:/$()/randomuser.me/api/
            API_VERSION = 1.4
            API_NATIONALITIES =
            API_PAGE_SIZE = 50
            API_TIMEOUT_SECONDS = 30
            API_RETRY_LIMIT = 3

            // A secret. Never set it here: this file becomes part of the program. Set it in Local.xcconfig.
            API_ACCESS_TOKEN =

            // Empty: the system's certificate authorities are trusted.
            API_CA_FILE =

            // A day, and 32 MiB.
            CACHE_TTL_SECONDS = 86400
            CACHE_MEMORY_LIMIT = 33554432

            // Empty: the book that “contacts book default” chose.
            BOOK =

            // Empty: the file of the environment in the XDG data folder.
            DATABASE_PATH =

            // Empty: telephone numbers without a country code are of any country.
            DEFAULT_REGION =

            LOG_LEVEL = warning

            // The colors of contacts browse: auto, dark, light, high-contrast or none.
            THEME = auto

            """#,
        "DEV.xcconfig": #"""
            // Development: people from the server inside the program, without a network.
            #include "Base.xcconfig"

            ENVIRONMENT = DEV
            APP_NAME = $(inherited) DEV
            APP_BUNDLE_ID = $(inherited).dev

            // The program starts its embedded server with the first request.
            API_ENDPOINT_URL = embedded:
            API_SEED = contacts-dev

            // The settings of this machine come last and override the lines above.
            #include? "Local.xcconfig"

            """#,
        "QC.xcconfig": #"""
            // Quality control: the real API, with a seed of its own.
            #include "Base.xcconfig"

            ENVIRONMENT = QC
            APP_NAME = $(inherited) QC
            APP_BUNDLE_ID = $(inherited).qc
            API_SEED = contacts-qc

            // The settings of this machine come last and override the lines above.
            #include? "Local.xcconfig"

            """#,
        "PROD.xcconfig": #"""
            // Daily use.
            #include "Base.xcconfig"

            ENVIRONMENT = PROD
            API_SEED = contacts

            // The settings of this machine come last and override the lines above.
            #include? "Local.xcconfig"

            """#,
    ]
}
