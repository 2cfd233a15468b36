import Repository

/// Some of the contacts of the files, and how far those are read.
struct ImportBatch: Sendable {
    var contacts: [ImportedContact]
    var progress: ImportProgress
}
