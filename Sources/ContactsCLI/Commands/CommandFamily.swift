import ArgumentParser

/// A command that only has other commands below it; alone it is not enough.
protocol CommandFamily: ParsableCommand {}
