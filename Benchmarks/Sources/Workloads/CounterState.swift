/// A state of three fields, as small states of programs are.
package struct CounterState: Equatable, Sendable {
    package var count = 0
    package var name = "name"
    package var isBusy = false

    package init() {}
}
