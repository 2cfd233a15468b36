/// Numbers from 0 to a largest one, a bit for each that may be in it.
struct NumberSet {
    private var bits: [UInt64]

    init(_ numbers: [Int64], upTo largest: Int64) {
        bits = Array(repeating: 0, count: Int(max(largest, 0) / 64) + 1)
        for number in numbers where bits.indices.contains(Int(number / 64)) {
            bits[Int(number / 64)] |= 1 << UInt64(number % 64)
        }
    }

    func contains(_ number: Int64) -> Bool {
        bits.indices.contains(Int(number / 64)) && bits[Int(number / 64)] & 1 << UInt64(number % 64) != 0
    }
}
