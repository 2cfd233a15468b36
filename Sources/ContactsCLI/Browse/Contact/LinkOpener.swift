import Foundation

/// Opens addresses in the program that the desktop has for them.
enum LinkOpener {
    #if os(macOS)
    private static let command = "open"
    #else
    private static let command = "xdg-open"
    #endif

    /// Opens an address; it begins with its scheme, so that it is never read as an option.
    ///
    /// - Returns: Whether a program took it.
    static func open(_ link: String) async -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [command, link]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return await withCheckedContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus == 0) }
            do { try process.run() } catch { continuation.resume(returning: false) }
        }
    }
}
