import BlocTesting

extension SplitMix64 {
    /// One of the values.
    mutating func one<Value>(of values: [Value]) -> Value {
        values[Int(next() % UInt64(values.count))]
    }
}
