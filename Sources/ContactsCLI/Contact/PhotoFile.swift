import ArgumentParser
import Bloc
import Primitives
import Repository
import Services

enum PhotoFile {
    /// The size in bytes above which the user is warned, because other programs reject such pictures.
    private static let largeSize = 1_048_576
    private static let limit = 16 * largeSize

    static func read(_ photo: String, _ messages: MessagePrinter) throws(Failure) -> ContactPhoto {
        guard let bytes = Descriptor.contents(of: photo, limit: limit + 1) else {
            throw Failure(.noInput, "The picture “\(photo)” cannot be read: \(String(cString: strerror(errno))).")
        }
        guard bytes.count <= limit else {
            throw Failure(.badData, "The picture “\(photo)” is larger than 16 MB. Give a smaller one.")
        }
        guard let mediaType = mediaType(of: bytes) else {
            throw Failure(.badData, "“\(photo)” is neither a JPEG nor a PNG picture.")
        }
        if bytes.count > largeSize {
            let size = Double(bytes.count * 10 / largeSize) / 10
            messages.warning("The picture is \(size) MB; some servers and programs reject more than 1 MB.")
        }
        return .data(mediaType: mediaType, base64: Data(bytes).base64EncodedString())
    }

    /// Returns the media type, determined from the first bytes.
    private static func mediaType(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        return bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) ? "image/png" : nil
    }
}

struct PhotoCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo",
        abstract: "Save the picture of a contact.",
        usage: "contacts photo <contact> [--output <file>] [--force] [<options>]",
        discussion: """
            Without a file, the picture goes to standard output, unless that is a terminal. contacts edit --photo FILE \
            sets a contact's picture, and contacts edit --clear photo removes it.

            EXAMPLES
              contacts photo 'Ada Lovelace' -o ada.jpg
            """
    )

    static let books = BookScope.joined

    @Argument(help: ContactSelection.help, completion: ContactSelection.completion)
    var contact: String

    @Option(name: .shortAndLong, help: .value("file", "Write the picture to this file."), completion: .file())
    var output: String?

    @Flag(name: .shortAndLong, help: "Replace a file that this program didn't write, without asking.")
    var force = false

    func check() throws { try ContactSelection.validate(contact) }

    func run(in program: Program) async throws -> ExitStatus {
        let found = try await SelectedContacts.find([contact], for: .showing, to: "Show", in: program)
        guard let person = found.first else { throw CancellationError() }
        let name = ContactNames.name(of: person)
        let bytes: Data
        switch person.photo {
        case nil: throw Failure(.failure, "\(name) has no picture.")
        case .uri(let address)?:
            throw Failure(
                .failure,
                "The picture of \(name) is a link, which isn't downloaded: \(DisplaySafeText.line(address, limit: 200))"
            )
        case .data(_, let base64)?:
            guard let data = Data(base64Encoded: base64, options: .ignoreUnknownCharacters) else {
                throw Failure(.badData, "The picture of \(name) cannot be read.")
            }
            bytes = data
        }
        guard let output, output != "-" else {
            guard !program.screen.isTerminal else {
                throw Failure(.usage, "A terminal can't show pictures. Give a file with --output.")
            }
            try program.output.write(Array(bytes))
            return .success
        }
        let written = WrittenFiles(folder: program.folders.state)
        if !force { try await written.requireOwn(output, program) }
        try ReplacedFile(path: output).finish(Array(bytes))
        written.remember(output)
        return program.finish("Saved the picture of \(name) as “\(output)”.")
    }
}
