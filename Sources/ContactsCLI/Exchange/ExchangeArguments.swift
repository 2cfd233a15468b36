import ArgumentParser
import Exchange

// Values of the command line that belong to files of contacts.
extension ExchangeFormat: ExpressibleByArgument {}
extension DateOrder: ExpressibleByArgument {}
extension ColumnMapping: ExpressibleByArgument {}
