#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The variables that editors and pagers get.
enum ChildEnvironment {
    /// Whether a variable of this program holds a secret, which no other program needs.
    ///
    /// An address may have a password or a key in it.
    static func isSecret(_ name: String, value: String) -> Bool {
        guard name.hasPrefix("CONTACTS_") else { return false }
        if SecretValues.isSecret(name) || name.hasSuffix("KEY") { return true }
        return name.hasSuffix("_URL") && value.contains { "@?".contains($0) }
    }

    /// The variables of this process without the secrets of this program, and a null at the end.
    ///
    /// The pointers are those of the process.
    static func pointers() -> [UnsafeMutablePointer<CChar>?] {
        var variables: [UnsafeMutablePointer<CChar>?] = []
        var entry = environ
        while let text = entry.pointee {
            let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let isSecret = pair.count == 2 && isSecret(String(pair[0]), value: String(pair[1]))
            if !isSecret { variables.append(text) }
            entry += 1
        }
        return variables + [nil]
    }
}
