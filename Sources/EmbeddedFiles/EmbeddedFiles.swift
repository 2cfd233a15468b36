import CEmbedded

/// The texts of the files that are part of the program, as they are on the disk when it is built.
package enum EmbeddedFiles {
    /// The names of columns in CSV files in other languages.
    package static let csvHeaders = text(embedded_csv_headers)

    package static let nations = text(embedded_nations)

    /// Letters without their marks, by the letters with them.
    package static let plainLetters = text(embedded_plain_letters)

    /// Latin letters for those of other scripts.
    package static let latinLetters = text(embedded_latin_letters)

    /// Han characters in Pinyin.
    package static let hanReadings = text(embedded_han_readings)

    /// Short forms and variants of given names.
    package static let givenNames = text(embedded_given_names)

    /// The dialing rules of all countries.
    package static let phonePlans = text(embedded_phone_plans)

    package static let countryNames = text(embedded_country_names)

    /// The files of the folder Configurations by their names.
    package static let configurations = [
        "Base.xcconfig": text(embedded_base_xcconfig), "DEV.xcconfig": text(embedded_dev_xcconfig),
        "QC.xcconfig": text(embedded_qc_xcconfig), "PROD.xcconfig": text(embedded_prod_xcconfig),
    ]

    private static func text(_ file: embedded_file) -> String {
        String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.size), as: UTF8.self)
    }
}
