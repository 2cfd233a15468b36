import ArgumentParser
import Exchange
import Primitives

// Values of the command line that belong to files of contacts.
extension ExchangeFormat: ExpressibleByArgument {}
extension DateOrder: ExpressibleByArgument {}
extension ColumnMapping: ExpressibleByArgument {}
