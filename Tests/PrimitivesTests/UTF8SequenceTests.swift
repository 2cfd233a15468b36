import Testing

@testable import Primitives

struct UTF8SequenceTests {
    @Test func `the form of a lead byte is that of every character which begins with it`() {
        // Every so many, with other second bytes each time.
        for value in stride(from: UInt32(0x80), through: 0x10FFFF, by: 61) {
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
            // Both sides of each place where validity changes.
            for second in [0, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF] as [UInt8] {
                let isValid = [[], [0x80], [0x80, 0x80]].contains { rest in
                    String(validating: [lead, second] + rest, as: UTF8.self)?.unicodeScalars.count == 1
                }
                if (UTF8Sequence.form(lead)?.second.contains(second) ?? false) != isValid {
                    Issue.record("\(lead) \(second): valid is \(isValid)")
                }
            }
        }
    }
}
