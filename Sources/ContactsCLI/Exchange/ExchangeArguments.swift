public import ArgumentParser
package import BookSync
import Exchange
import Primitives
public import Repository
public import VCard

// Values of the command line that other targets define.
extension ExchangeFormat: ExpressibleByArgument {}
extension DateOrder: ExpressibleByArgument {}
extension ColumnMapping: ExpressibleByArgument {}
extension ConflictRule: ExpressibleByArgument {}
extension DuplicateRule: ExpressibleByArgument {}
extension VCardVersion: ExpressibleByArgument {}
