import Primitives
import Repository
import VCard

/// Writes contacts into a folder with one vCard per file (“vdir”), the layout that khard and vdirsyncer use.
///
/// A file is replaced atomically, and only if its card changes. A file that holds a contact's UID keeps its name; all
/// other files are left alone.
struct CardFolder {
    /// The maximum size of a file to read, in bytes.
    private static let fileLimit = 20 << 20
    private static let end = ".vcf"

    private(set) var written = 0

    private let folder: URL
    private let writer: VCardWriter
    /// The names of files with a single card, keyed by its UID; files already written are excluded.
    private var names: [String: [String]] = [:]
    /// The names in use, in lower case because some file systems ignore case.
    private var taken: Set<String> = []

    /// Opens the folder, creating it if necessary with access for its owner only.
    init(path: String, version: VCardVersion) throws {
        folder = URL(filePath: path, directoryHint: .isDirectory)
        writer = VCardWriter(version: version)
        do {
            if !FileManager.default.fileExists(atPath: folder.path) { try PrivateFolder.create(folder.path) }
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
                taken.insert(name.lowercased())
                guard name.lowercased().hasSuffix(Self.end), !name.hasPrefix("."), let uid = try uid(inFile: name)
                else {
                    continue
                }
                names[uid, default: []].append(name)
            }
        } catch  where !(error is Failure) {
            throw Failure(.cannotCreate, "The folder “\(path)” cannot be created or read. Give another path.")
        }
    }

    /// Whether an output path refers to a folder: it ends with a slash, or a folder exists there.
    static func isMeant(by path: String) -> Bool {
        path.hasSuffix("/") || FileKind(path: path) == .folder
    }

    mutating func write(_ contacts: [Contact]) throws {
        for contact in contacts {
            var bytes: [UInt8] = []
            writer.append(CardFromContact.card(contact), to: &bytes)
            let uid = contact.exportedUID
            // Contacts that share a UID each get their own file, which the next export finds again.
            let known = names[uid] ?? []
            let same = known.first { name in
                (try? Data(contentsOf: folder.appending(path: name)))?.elementsEqual(bytes) == true
            }
            let name = same ?? known.first ?? freeName(for: uid)
            names[uid]?.removeAll { $0 == name }
            taken.insert(name.lowercased())
            if same != nil { continue }
            try ReplacedFile(path: folder.appending(path: name).path).finish(bytes)
            written += 1
        }
    }

    /// Returns a name derived from the UID, or a random one if the UID isn't a portable name or is already in use.
    private func freeName(for uid: String) -> String {
        let bare = uid.withoutURN ?? uid
        let name = bare + Self.end
        let isPlain = bare.utf8.allSatisfy { $0.isLetterOrDigit || "_.+-".utf8.contains($0) }
        guard isPlain, (1...200).contains(bare.utf8.count), !bare.hasPrefix("."), !bare.hasPrefix("-"),
            !taken.contains(name.lowercased())
        else { return UUID().uuidString.lowercased() + Self.end }
        return name
    }

    /// Returns the UID of the only card in a file; `nil` for any other file, and for links and devices.
    ///
    /// - Throws: ``Failure`` if it can't be read: its contact would get a second file.
    private func uid(inFile name: String) throws -> String? {
        let path = folder.appending(path: name).path
        var status = stat()
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.fileLimit else { return nil }
        }
        guard let bytes = Descriptor.contents(of: path, limit: Self.fileLimit) else {
            if errno == ENOENT { return nil }
            throw Failure(
                .inputOutput,
                "The card “\(name)” in the folder cannot be read: \(String(cString: strerror(errno)))."
            )
        }
        var reader = VCardReader()
        reader.append(bytes)
        reader.finish()
        var uids: [String?] = []
        while let reading = reader.next() {
            guard case .card(let card) = reading else { continue }
            uids.append(card.lines.first { $0.name.uppercased() == "UID" }?.value)
        }
        return uids.count == 1 ? uids[0] : nil
    }
}
