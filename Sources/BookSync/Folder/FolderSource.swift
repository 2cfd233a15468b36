import Repository
import VCard

/// A folder with one vCard per file (“vdir”), as vdirsyncer and khard use it.
///
/// Replaces files as a whole and never renames them. Ignores files without the extension `.vcf`. Reports links, devices
/// and anything else that isn't a regular file as unreadable, and leaves them alone.
package struct FolderSource: CardSource {
    private let path: String
    private let now: @Sendable () -> Int

    /// - Parameters:
    ///   - path: The absolute path of the folder that contains the cards.
    ///   - now: Returns the current time in nanoseconds since 1970.
    package init(path: String, now: @escaping @Sendable () -> Int = { Folder.systemTime }) {
        (self.path, self.now) = (path, now)
    }

    package func describe() async throws -> CardSourceDescription {
        let folder = try Folder(path: path, now: now)
        let names = try folder.names()
        if !names.contains(where: Folder.isCardName) {
            let inner = names.filter { !$0.hasPrefix(".") && folder.hasCards(in: $0) }.sorted()
            if !inner.isEmpty {
                let list = inner.prefix(5).map { "“\(DisplaySafeText.line("\(path)/\($0)"))”" }.joined(separator: ", ")
                throw CardSourceError(
                    .missing,
                    "The folder “\(shownPath)” has no cards, but its subfolders do; give one of them: \(list)."
                )
            }
        }
        folder.removeRemains(among: names)
        let name = folder.text(of: "displayname") ?? path.split(separator: "/").last.map(String.init) ?? path
        var description = CardSourceDescription(identity: "folder \(folder.realPath)", name: DisplaySafeText.line(name))
        description.isReadOnly = !folder.isWritable
        description.parallelWrites = 1
        return description
    }

    package func changes(since token: String?) async throws -> CardChanges {
        let folder = try Folder(path: path, now: now)
        var changes = CardChanges(items: [], isFullList: true)
        for name in try folder.names().sorted() where Folder.isCardName(name) {
            try Task.checkCancellation()
            guard Folder.isSafe(name) else {
                let shown = DisplaySafeText.line(name, limit: 80)
                changes.notes.append(
                    "The file “\(shown)” in “\(shownPath)” was ignored: its name has control characters or isn't UTF-8."
                )
                continue
            }
            do {
                // A file that has disappeared meanwhile counts as removed; folders are ignored.
                guard let state = try folder.state(of: name), !state.isFolder else { continue }
                changes.items.append(CardItem(href: name, etag: folder.tag(of: name, state)))
            } catch {
                // Neither removed nor the same: reading it says what is wrong.
                changes.items.append(CardItem(href: name, etag: ""))
            }
        }
        try folder.checkPresence()
        return changes
    }

    package func read(_ hrefs: [String]) async throws -> [CardRead] {
        let folder = try Folder(path: path, now: now)
        let budget = ReadBudget()
        var reads: [CardRead] = []
        for href in hrefs where budget.isOpen {
            try Task.checkCancellation()
            let read = CardRead(href: href, content: folder.content(of: href))
            budget.take(read)
            reads.append(read)
        }
        if reads.contains(where: { $0.content == .missing }) { try folder.checkPresence() }
        return reads
    }

    package func create(_ bytes: [UInt8], uid: String) async throws -> CardWrite {
        let folder = try Folder(path: path, now: now)
        let name = CardName.file(forUID: uid)
        do throws(CardSourceError) {
            let etag = try folder.write(bytes, as: name, replacing: .nothing)
            return CardWrite(href: name, etag: etag, needsReading: false)
        } catch {
            // A pass that was killed may have created the card already.
            guard error.code == .conflict, case .card(let there, let etag) = folder.content(of: name),
                there == CardBytes.normalized(bytes)
            else { throw error }
            return CardWrite(href: name, etag: etag, needsReading: false)
        }
    }

    package func update(_ href: String, ifMatch etag: String?, bytes: [UInt8]) async throws -> CardWrite {
        let folder = try Folder(path: path, now: now)
        try folder.check(href, tag: etag)
        let written = try folder.write(bytes, as: href, replacing: .card(tag: etag))
        return CardWrite(href: href, etag: written, needsReading: false)
    }

    package func remove(_ href: String, ifMatch etag: String?) async throws {
        let folder = try Folder(path: path, now: now)
        try folder.check(href, tag: etag)
        try folder.remove(href)
    }

    /// Returns the color from the folder's metadata file as `#RRGGBB`; `nil` if there isn't any.
    package static func color(of path: String) -> String? {
        guard let text = (try? Folder(path: path))?.text(of: "color") else { return nil }
        let color = text.filter { !$0.isWhitespace }
        // Some clients append an alpha value.
        guard color.hasPrefix("#"), [7, 9].contains(color.utf8.count),
            color.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit })
        else { return nil }
        return String(color.prefix(7))
    }

    private var shownPath: String { DisplaySafeText.line(path) }
}
