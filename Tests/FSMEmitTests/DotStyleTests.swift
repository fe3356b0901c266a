import Testing

@testable import FSMEmit

/// Colours that can be read, on light and dark pages.
struct DotStyleTests {
  /// Relative luminance and contrast as the Web Content Accessibility Guidelines 2.1 define them.
  private static func contrast(_ first: String, _ second: String) -> Double {
    let (light, dark) = (max(luminance(first), luminance(second)), min(luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)
  }

  private static func luminance(_ color: String) -> Double {
    let value = Int(color.dropFirst(), radix: 16) ?? 0
    let parts = [value >> 16 & 255, value >> 8 & 255, value & 255].map { part -> Double in
      let share = Double(part) / 255
      return share <= 0.03928 ? share / 12.92 : power((share + 0.055) / 1.055)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  /// The number to the power of 2.4: the fifth root by Newton's method, to the power of twelve.
  private static func power(_ base: Double) -> Double {
    var root = 1.0
    for _ in 0..<60 { root -= (root * root * root * root * root - base) / (5 * root * root * root * root) }
    return (0..<12).reduce(1.0) { product, _ in product * root }
  }

  @Test("lines and labels stand out from white and from near-black pages", arguments: ["#FFFFFF", "#0D1117", "#1E1E1E"])
  func onPages(page: String) {
    #expect(Self.contrast(DotStyle.line, page) >= 3.6)
    #expect(Self.contrast(DotStyle.alarm, page) >= 3.6)
  }

  @Test("text on cards and title bars")
  func onCards() {
    #expect(Self.contrast(DotStyle.ink, DotStyle.card) >= 7)
    #expect(Self.contrast(DotStyle.titleText, DotStyle.titleBar) >= 5)
    #expect(Self.contrast("#000000", "#FFFFFF") > 20.9)
  }
}
