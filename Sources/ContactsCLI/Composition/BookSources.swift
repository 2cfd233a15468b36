import BookSync
import Foundation
import Repository

/// Makes what a book is synchronized with.
enum BookSources {
    /// The source of the book, which may ask for a password when it is first used.
    ///
    /// - Throws: ``Failure`` or `CardSourceError` when there is none, or when it cannot be used.
    static func source(of book: Book, in program: Program) async throws -> any CardSource {
        throw Failure(.usage, "The book “\(book.name)” has no folder and no server to synchronize with.")
    }

    /// Changes of the database, and of the folder that the book is synchronized with.
    ///
    /// - Throws: ``Failure`` when nothing can be watched here.
    static func changes(of book: Book?, database: String) throws -> AsyncStream<Void> {
        #if os(Linux)
        let file = URL(filePath: database)
        var folders = [file.deletingLastPathComponent().path]
        if case .folder(let path)? = book?.source { folders.append(path) }
        let name = file.lastPathComponent
        let watch = FolderWatch(folders) { changed in changed.hasSuffix(".vcf") || changed.hasPrefix(name) }
        guard let watch else { throw Failure(.unavailable, "The folder of the book cannot be watched.") }
        return AsyncStream { continuation in
            let task = Task {
                for await _ in watch.changes { continuation.yield() }
                continuation.finish()
            }
            continuation.onTermination = { _ in
                task.cancel()
                watch.stop()
            }
        }
        #else
        throw Failure(.unavailable, "Folders can only be watched on Linux. Run contacts sync from a timer instead.")
        #endif
    }
}
