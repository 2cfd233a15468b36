import Testing

@testable import Primitives

struct UTF8SequenceTests {
    @Test func `the form of a lead byte is that of every character which begins with it`() {
        for value in UInt32(0x80)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let bytes = Array(String(scalar).utf8)
            let form = UTF8Sequence.form(bytes[0])
            guard form?.length == bytes.count, form?.second.contains(bytes[1]) == true else {
                Issue.record("U+\(String(value, radix: 16)): \(String(describing: form))")
                return
            }
        }
    }

    @Test func `a form has no overlong characters, surrogates, or characters beyond the last`() {
        for lead in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let isValid = (2...4).contains { length in
                    let bytes = [lead, second] + Array(repeating: 0x80, count: length - 2)
                    return String(validating: bytes, as: UTF8.self)?.unicodeScalars.count == 1
                }
                #expect((UTF8Sequence.form(lead)?.second.contains(second) ?? false) == isValid)
            }
        }
    }
}
