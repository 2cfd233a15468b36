// The C library, and the part of Foundation that the program uses. On Linux that is only FoundationEssentials: a single
// use of anything else would link all of Foundation with ICU and triple the size of the program.
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
