import Dispatch
import Foundation

extension FileHandle {
    /// The first line that arrives, without its end; what there is when the writer closes before.
    var firstLine: String {
        get async {
            await withCheckedContinuation { continuation in
                // Reading blocks, which the threads of tasks must not.
                DispatchQueue.global().async {
                    var bytes: [UInt8] = []
                    while let next = try? self.read(upToCount: 1)?.first, next != UInt8(ascii: "\n") {
                        bytes.append(next)
                    }
                    continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
                }
            }
        }
    }
}
