/// A state of three fields, typical of small states in programs.
package struct CounterState: Equatable, Sendable {
    package var count = 0
    package var name = "name"
    package var isBusy = false

    package init() {}
}
