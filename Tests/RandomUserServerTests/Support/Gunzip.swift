import Subprocess

/// Unpacks gzip with the system's program, so that the encoder is not tested against itself.
enum Gunzip {
    static func unpack(_ bytes: [UInt8]) async throws -> [UInt8] {
        let result = try await run(
            .name("gzip"),
            arguments: ["-dc"],
            input: .array(bytes),
            output: .bytes(limit: 1 << 30),
            error: .string(limit: 1 << 16)
        )
        guard result.terminationStatus.isSuccess else {
            throw WireError("gzip said \(result.standardError)")
        }
        return result.standardOutput
    }
}
