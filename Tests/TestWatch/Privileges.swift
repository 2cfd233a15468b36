import Foundation

/// Runs a closure on this thread without root's right to read and write everything, so that permissions also apply in
/// tests that root runs.
public func withoutPrivileges<Result>(_ body: () throws -> Result) rethrows -> Result {
    #if os(Linux)
    // Not declared by the C library's module. It concerns only the thread, and does nothing unless root calls it.
    typealias SetUser = @convention(c) (UInt32) -> Int32
    let setUser = unsafeBitCast(dlsym(nil, "setfsuid"), to: SetUser.self)
    let user = UInt32(bitPattern: setUser(65_534))
    defer { _ = setUser(user) }
    #endif
    return try body()
}
