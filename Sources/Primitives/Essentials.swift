// The C library, and the part of Foundation that the program uses. On Linux that is FoundationEssentials alone: one use of
// the rest would link all of Foundation with ICU, which makes the program three times as large.
#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif
#if canImport(Darwin)
@_exported public import Darwin
#elseif canImport(Musl)
@_exported public import Musl
#else
@_exported public import Glibc
#endif
