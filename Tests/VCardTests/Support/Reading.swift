import VCard

/// All readings of the bytes, appended in chunks of that size.
func readAll(_ bytes: [UInt8], chunk: Int, limits: VCardLimits = VCardLimits()) -> [VCardReading] {
    var reader = VCardReader(limits: limits)
    var readings: [VCardReading] = []
    for start in stride(from: 0, to: bytes.count, by: chunk) {
        reader.append(Array(bytes[start...].prefix(chunk)))
        while let reading = reader.next() { readings.append(reading) }
    }
    reader.finish()
    while let reading = reader.next() { readings.append(reading) }
    return readings
}

/// The lines between `VERSION` and `END` when a writer writes a card of the given lines, without the empty name that
/// version 3.0 requires.
func written(_ lines: [String], _ version: VCardVersion) -> [String] {
    let card = VCard(lines: lines.compactMap { VCardLine(text: $0) })
    var bytes: [UInt8] = []
    VCardWriter(version: version).append(card, to: &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(separator: "\r\n", omittingEmptySubsequences: false).dropFirst(2).dropLast(2).map(String.init)
        .filter { $0 != "N:;;;;" }
}
