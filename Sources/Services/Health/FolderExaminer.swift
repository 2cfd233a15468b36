import Primitives

/// Checks the permissions of files and folders, the disk space and the drafts; repairs permissions on request.
struct FolderExaminer {
    let request: HealthRequest

    /// The free space in bytes below which a warning is given.
    private static let spaceLimit = 100 << 20

    /// Returns the findings for the folders and files; a single “ok” if no other user can read any of them.
    func findings(besides others: [HealthFinding]) -> [HealthFinding] {
        var findings: [HealthFinding] = []
        for folder in request.folders {
            switch Place(folder) {
            case .missing: continue
            case .unusable(let reason): findings.append(Self.finding(ofUnusable: folder, reason))
            case .found(let mode, _):
                guard mode & 0o077 != 0 else { continue }
                findings.append(finding(of: folder, mode: mode, wanted: 0o700, level: .warning))
            }
        }
        for file in request.files {
            // A pipe or a terminal stores nothing.
            guard case .found(let mode, isRegular: true) = Place(file), mode & 0o077 != 0 else { continue }
            findings.append(finding(ofFile: file, mode: mode))
        }
        guard findings.isEmpty, !others.contains(where: { $0.check == .permissions }) else { return findings }
        return [HealthFinding(.permissions, .ok, "No other user can read the files.")]
    }

    /// Returns the finding for a folder or file that can't be reached; `nil` if it can be, or doesn't exist.
    static func unusable(_ path: String) -> HealthFinding? {
        if case .unusable(let reason) = Place(path) { finding(ofUnusable: path, reason) } else { nil }
    }

    private static func finding(ofUnusable path: String, _ reason: String) -> HealthFinding {
        let advice = "Mend what is in its way, or give another place, as with XDG_DATA_HOME."
        return HealthFinding(.permissions, .problem, "“\(path)” cannot be used: \(reason).", advice: advice)
    }

    /// Returns the finding for a file that other users can read.
    func finding(ofFile path: String, mode: Int) -> HealthFinding {
        finding(of: path, mode: mode, wanted: 0o600, level: .problem)
    }

    /// The kind of entry at a path, following links.
    private enum Place {
        case missing
        case unusable(String)
        case found(mode: Int, isRegular: Bool)

        init(_ path: String) {
            var information = stat()
            if stat(path, &information) == 0 {
                let isRegular = information.st_mode & S_IFMT == S_IFREG
                self = .found(mode: Int(information.st_mode & 0o777), isRegular: isRegular)
                return
            }
            switch errno {
            case ENOENT: self = lstat(path, &information) == 0 ? .unusable("it is a link to nothing") : .missing
            case ELOOP: self = .unusable("a link on its path leads back to itself")
            case ENOTDIR: self = .unusable("a part of its path is no folder")
            case let code: self = .unusable(String(cString: strerror(code)))
            }
        }
    }

    private func finding(of path: String, mode: Int, wanted: Int, level: HealthFinding.Level) -> HealthFinding {
        let octal = "0" + String(mode, radix: 8)
        let message = "“\(path)” is open to others (\(octal))"
        guard request.isFixing else {
            return HealthFinding(.permissions, level, message + ".", advice: "Run contacts doctor --fix.")
        }
        do {
            try FileManager.default.setAttributes([.posixPermissions: wanted], ofItemAtPath: path)
        } catch {
            let advice = "Ask its owner to take the rights of others away: chmod \(String(wanted, radix: 8))."
            return HealthFinding(.permissions, level, message + " and could not be closed.", advice: advice)
        }
        let done = "“\(path)” was open to others (\(octal)) and is now yours alone."
        return HealthFinding(.permissions, .ok, done, isRepaired: true)
    }

    /// Returns the finding for the free space where the file is or will be.
    static func space(at path: String) -> HealthFinding {
        var folder = URL(filePath: path).deletingLastPathComponent()
        while !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
            folder.deleteLastPathComponent()
        }
        var system = statvfs()
        guard statvfs(folder.path, &system) == 0 else {
            return HealthFinding(.space, .ok, "The disk does not tell how much room there is.")
        }
        let free = Int64(system.f_bavail) * Int64(system.f_frsize)
        guard free < spaceLimit else { return HealthFinding(.space, .ok, "There is room on the disk.") }
        let message = "Only \(free >> 20) MB are free where the contacts are kept."
        return HealthFinding(.space, .warning, message, advice: "Make room before the next sync or import.")
    }

    static func drafts(in folder: String?) -> HealthFinding {
        let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
        let count = names.count { $0.hasPrefix("contact-") && $0.hasSuffix(".txt") }
        guard count > 0, let folder else { return HealthFinding(.drafts, .ok, "No drafts are kept.") }
        let message = "\(count == 1 ? "1 draft is" : "\(count) drafts are") kept in “\(folder)”."
        let advice = "Go on with one by contacts edit SELECTION --draft FILE, or remove it."
        return HealthFinding(.drafts, .ok, message, advice: advice)
    }
}
