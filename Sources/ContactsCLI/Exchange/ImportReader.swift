import Exchange
import Primitives
import Repository
import Synchronization

/// Reads the contacts in files batch by batch, and records anything that isn't a contact.
final class ImportReader: Sendable {
    private struct State {
        var files: ArraySlice<ImportFiles.File>
        var name = ""
        var parser: (any ContactParser)?
        var decoder = FileDecoder()
        var isAtEnd = false
        var report = ImportReport()
        var progress = ImportProgress()
    }

    private static let batch = 250
    private static let chunk = 262_144

    private let request: ImportRequest
    private let state: Mutex<State>
    /// The open file; only used while holding the state's lock.
    private nonisolated(unsafe) var source: ImportSource?

    init(_ request: ImportRequest) {
        self.request = request
        var state = State(files: request.files[...])
        state.progress.bytesTotal = ImportFiles.size(of: request.files)
        self.state = Mutex(state)
    }

    var report: ImportReport { state.withLock { $0.report } }

    /// Returns the next batch of contacts; `nil` after the last file.
    func next() throws -> ImportBatch? {
        try state.withLock { state in
            var batch: [ImportedContact] = []
            while batch.count < Self.batch, try open(&state) {
                if let parsed = state.parser?.next() {
                    take(parsed, &state, &batch)
                } else if state.isAtEnd || state.parser?.isBroken == true {
                    close(&state)
                } else {
                    try read(&state)
                }
            }
            state.report.contacts += batch.count
            state.progress.contacts = state.report.contacts
            return batch.isEmpty ? nil : ImportBatch(contacts: batch, progress: state.progress)
        }
    }

    private func take(_ parsed: ParsedContact, _ state: inout State, _ batch: inout [ImportedContact]) {
        switch parsed {
        case .contact(let contact):
            batch.append(ImportedContact(contact, rewritten: state.parser?.rewritten))
        case .problem(let line, let reason):
            state.report.add(ImportProblem(file: state.name, line: line, reason: reason))
        case .fault(let line, let reason):
            state.report.add(ImportProblem(file: state.name, line: line, reason: reason), isKept: true)
        case .notice(let line, let text):
            state.report.add(notice: ImportProblem(file: state.name, line: line, reason: text))
        }
    }

    /// Makes sure that a file is open; returns false after the last one.
    private func open(_ state: inout State) throws -> Bool {
        if state.parser != nil { return true }
        guard let file = state.files.popFirst() else { return false }
        state.name = file.name
        state.isAtEnd = false
        if let reason = file.problem {
            state.report.add(ImportProblem(file: file.name, line: 0, reason: reason))
            return try open(&state)
        }
        guard let opened = file.path.map(Descriptor.reading) ?? .standardInput else {
            throw Failure(.noInput, "The file “\(file.name)” cannot be opened: \(SystemReason.text(errno))")
        }
        let source = ImportSource(opened)
        self.source = source
        let known = try request.format ?? ExchangeFormat.reading(file.name)
        var first: [UInt8] = []
        // A single read from a pipe may be too short to detect the format.
        while first.count < FileDecoder.beginning, !state.isAtEnd { first += try bytes(&state) }
        var decoder = FileDecoder()
        let beginning = decoder.decode(Array(first.prefix(FileDecoder.beginning)), isLast: true)
        guard let format = known?.adjusted(to: beginning) ?? ExchangeFormat(beginning: beginning) else {
            close(&state)
            if first.isEmpty { return try open(&state) }
            throw Failure(
                .badData,
                "The format of “\(file.name)” cannot be detected. Give it with --format: "
                    + ExchangeFormat.allCases.map(\.rawValue).joined(separator: ", ") + "."
            )
        }
        let options = CSVOptions(
            separator: format == .tsv ? 0x09 : nil,
            order: request.dates,
            mappings: request.columns ?? []
        )
        let survey = format.isTabular ? try survey(options, &first, &state) : nil
        // The vCard parser detects the encoding of each line itself.
        state.decoder = FileDecoder(keepsBytes: format == .vcard)
        state.parser = format.parser(csv: options, survey: survey)
        state.parser?.append(state.decoder.decode(first, isLast: state.isAtEnd))
        if state.isAtEnd { state.parser?.finish() }
        return true
    }

    /// Surveys a table before it is parsed, up to its end if necessary, and rewinds it.
    private func survey(_ options: CSVOptions, _ first: inout [UInt8], _ state: inout State) throws -> CSVSurvey {
        var survey = CSVSurvey(options: options)
        var decoder = FileDecoder()
        let progress = state.progress
        try survey.take(decoder.decode(first, isLast: state.isAtEnd), isLast: state.isAtEnd)
        guard !survey.isDone, !state.isAtEnd else { return try decided(survey) }
        try checked(state.name) { try source?.keepBeginning(first) }
        while !survey.isDone, !state.isAtEnd {
            let bytes = try bytes(&state)
            try survey.take(decoder.decode(bytes, isLast: state.isAtEnd), isLast: state.isAtEnd)
        }
        try checked(state.name) { try source?.rewind() }
        state.progress = progress
        state.progress.bytes -= first.count
        state.isAtEnd = false
        first = try bytes(&state)
        return try decided(survey)

        func decided(_ survey: CSVSurvey) throws -> CSVSurvey {
            guard let doubt = survey.doubt else { return survey }
            let orders = doubt.orders.map { "\($0.rawValue) (\($0.words))" }.joined(separator: ", ")
            throw Failure(
                .usage,
                "\(state.name):\(doubt.line): the date “\(doubt.text)” is ambiguous, and no other date in the file "
                    + "shows the order. Give it with --dates: \(orders). Nothing was imported."
            )
        }
    }

    private func close(_ state: inout State) {
        if let encoding = state.decoder.encoding.note {
            state.report.encodings.append("“\(state.name)” isn't in UTF-8; it was read as \(encoding).")
        }
        state.decoder = FileDecoder()
        state.parser = nil
        source?.close()
        source = nil
    }

    private func read(_ state: inout State) throws {
        let bytes = try bytes(&state)
        let text = state.decoder.decode(bytes, isLast: state.isAtEnd)
        if !text.isEmpty { state.parser?.append(text) }
        if state.isAtEnd { state.parser?.finish() }
    }

    private func bytes(_ state: inout State) throws -> [UInt8] {
        let bytes = try checked(state.name) { try source?.read(Self.chunk) ?? [] }
        if bytes.isEmpty { state.isAtEnd = true }
        state.progress.bytes += bytes.count
        return bytes
    }

    private func checked<Result>(_ name: String, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let failure as Failure {
            throw failure
        } catch OutputError.failed(let reason) {
            throw Failure(.inputOutput, "The file “\(name)” cannot be read: \(reason).")
        }
    }
}

/// A batch of imported contacts, and the progress so far.
struct ImportBatch: Sendable {
    var contacts: [ImportedContact]
    var progress: ImportProgress
}

/// The contents of a file to import; can rewind to the start, even for a pipe.
final class ImportSource {
    /// The maximum number of bytes to buffer from a pipe.
    static let limit = 1_073_741_824

    private let file: Descriptor
    /// The start of the file; `nil` if it isn't seekable.
    private let start: off_t?
    /// The buffer for a pipe: an unlinked temporary file.
    private var aside: Descriptor?
    private var asideCount = 0
    /// Whether reads come from the buffer; if not, they are copied to it.
    private var isReplaying = false
    private var isOpen = true

    init(_ file: Descriptor) {
        self.file = file
        var status = stat()
        let isRegular = fstat(file.number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        start = isRegular ? lseek(file.number, 0, SEEK_CUR) : nil
    }

    deinit { close() }

    func read(_ count: Int) throws -> [UInt8] {
        if isReplaying, let aside {
            let bytes = try Self.buffering { try Self.next(count, of: aside) }
            if !bytes.isEmpty { return bytes }
            forgetBeginning()
        }
        let bytes = try Self.next(count, of: file)
        try keep(bytes)
        return bytes
    }

    /// Starts buffering so that a pipe can be rewound; `first` has the bytes already read.
    func keepBeginning(_ first: [UInt8]) throws {
        guard start == nil else { return }
        aside = try Self.unnamedFile()
        try keep(first)
    }

    private func keep(_ bytes: [UInt8]) throws {
        guard let aside else { return }
        asideCount += bytes.count
        guard asideCount <= Self.limit else {
            throw Failure(.badData, "More than 1 GB of CSV came through a pipe. Save it in a file and import that.")
        }
        try Self.buffering { try aside.write(bytes) }
    }

    func rewind() throws {
        isReplaying = aside != nil
        guard lseek((aside ?? file).number, start ?? 0, SEEK_SET) >= 0 else { throw Self.systemError() }
    }

    private func forgetBeginning() {
        isReplaying = false
        aside?.close()
        aside = nil
    }

    /// Closes the file, unless it is a standard stream, and deletes the buffer.
    func close() {
        if isOpen, file.number > 2 { file.close() }
        isOpen = false
        forgetBeginning()
    }

    private static func next(_ count: Int, of file: Descriptor) throws -> [UInt8] {
        guard let bytes = file.readNext(limit: count) else { throw systemError() }
        return bytes
    }

    /// Runs work on the buffer, whose errors aren't those of the imported file.
    private static func buffering<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch OutputError.failed(let reason) {
            let folder = FileManager.default.temporaryDirectory.path
            throw Failure(
                .inputOutput,
                "The input cannot be kept in a temporary file in “\(folder)”: \(reason). Set TMPDIR to another folder, or "
                    + "import from a file."
            )
        }
    }

    private static func systemError() -> OutputError { .failed(reason: String(cString: strerror(errno))) }

    private static func unnamedFile() throws -> Descriptor {
        let path = FileManager.default.temporaryDirectory.appending(path: "contacts-\(UUID().uuidString)").path
        let number = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard number >= 0 else {
            let reason = String(cString: strerror(errno))
            throw Failure(.cannotCreate, "No file can be created in the folder for temporary files: \(reason).")
        }
        unlink(path)
        return Descriptor(number: number)
    }
}
