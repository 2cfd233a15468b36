import Testing

@testable import ContactsCLI

struct AgeTextTests {
    @Test(arguments: [
        (Duration.seconds(-5), "0 s"), (.seconds(59), "59 s"), (.seconds(60), "1 min"), (.seconds(3_599), "59 min"),
        (.seconds(7_200), "2 h"), (.seconds(172_799), "47 h"), (.seconds(172_800), "2 days"),
    ])
    func `an age is told in its largest unit`(age: Duration, text: String) {
        #expect(AgeText.text(of: age) == text)
    }
}
