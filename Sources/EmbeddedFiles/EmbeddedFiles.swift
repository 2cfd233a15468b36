import CEmbedded

/// The contents of the files that are embedded into the program when it is built.
package enum EmbeddedFiles {
    /// The column names of CSV files in other languages.
    package static let csvHeaders = text(embedded_csv_headers)

    package static let nations = text(embedded_nations)

    /// Letters with marks, each mapped to its plain letter.
    package static let plainLetters = text(embedded_plain_letters)

    /// Transliterations of other scripts to Latin letters.
    package static let latinLetters = text(embedded_latin_letters)

    /// Readings of Han characters in Pinyin.
    package static let hanReadings = text(embedded_han_readings)

    /// Short forms and variants of given names.
    package static let givenNames = text(embedded_given_names)

    /// The dialing rules of all countries.
    package static let phonePlans = text(embedded_phone_plans)

    package static let countryNames = text(embedded_country_names)

    /// The files of the folder Configurations, keyed by name.
    package static let configurations = [
        "Base.xcconfig": text(embedded_base_xcconfig), "DEV.xcconfig": text(embedded_dev_xcconfig),
        "QC.xcconfig": text(embedded_qc_xcconfig), "PROD.xcconfig": text(embedded_prod_xcconfig),
    ]

    private static func text(_ file: embedded_file) -> String {
        String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.size), as: UTF8.self)
    }
}
