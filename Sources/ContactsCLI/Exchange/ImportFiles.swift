import Exchange
import Primitives

/// Finds the files that an import names, and opens them before anything is read.
struct ImportFiles {
    /// A file to read; `nil` is standard input.
    struct File: Equatable, Codable, Sendable {
        var name: String
        var path: String?
        /// The reason that it can't be read, if it is one of several files.
        var problem: String?
    }

    /// The bytes of all files; `nil` when one is standard input, a pipe or a device.
    static func size(of files: [File]) -> Int? {
        var total = 0
        for file in files {
            var status = stat()
            guard let path = file.path, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            total += Int(status.st_size)
        }
        return total
    }

    /// The files in their order; a folder stands for the vCards in it.
    static func find(_ names: [String]) throws -> [File] {
        try names.flatMap { name -> [File] in
            if name == "-" { return [File(name: "-", path: nil)] }
            guard let kind = FileKind(path: name) else {
                throw Failure(.noInput, "There is no file “\(name)”. Check the name.")
            }
            guard FileManager.default.isReadableFile(atPath: name) else {
                throw Failure(.noInput, "The file “\(name)” may not be read. Check its permissions.")
            }
            guard kind == .folder else { return [File(name: name, path: name)] }
            let members = try FileManager.default.subpathsOfDirectory(atPath: name).sorted()
            let cards = members.filter { $0.lowercased().hasSuffix(".vcf") || $0.lowercased().hasSuffix(".vcard") }
            let folder = name.hasSuffix("/") ? name : name + "/"
            return cards.compactMap { member(folder + $0) }
        }
    }

    /// A vCard in a folder; `nil` for a folder, whose members are there themselves.
    private static func member(_ path: String) -> File? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let reason = errno == ENOENT ? "is a link to what is not there" : String(cString: strerror(errno))
            return File(name: path, path: path, problem: "\(reason); it was left out")
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return nil
        case S_IFREG where access(path, R_OK) == 0: return File(name: path, path: path)
        case S_IFREG: return File(name: path, path: path, problem: "may not be read; it was left out")
        default:
            return File(name: path, path: path, problem: "is not a file but a pipe, socket or device; it was left out")
        }
    }

    /// Refuses a file by its name, unless it is a folder or not there.
    static func checkName(_ name: String) throws(ExchangeError) {
        guard let kind = FileKind(path: name), kind != .folder else { return }
        _ = try ExchangeFormat.reading(name)
    }
}
