// Built by Scripts/fuzz together with Tests/ContactsCLITests/Fuzzing/FuzzTarget.swift, not by the package.
import Foundation

private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else { fatalError("FUZZ_TARGET “\(name)” is no target") }
    return target
}()

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func readInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.read(Array(UnsafeBufferPointer(start: data, count: count)))
    return 0
}
