import Screen
import Testing

@Suite("Nearest colors")
struct PaletteTests {
  @Test func `a color of the palette is its own nearest color`() {
    for number in UInt8(16)...255 {
      let nearest = Palette.nearest(to: Palette.color(number), among: 16...255)
      #expect(Palette.color(nearest) == Palette.color(number))
    }
  }

  @Test(
    arguments: [
      (RGB(0x000000), 16), (RGB(0xFFFFFF), 231), (RGB(0xFF0000), 196), (RGB(0x0A0A0A), 232), (RGB(0x808080), 244),
      (RGB(0x5FB0D8), 74),
    ] as [(RGB, UInt8)])
  func `of the 256`(color: RGB, number: UInt8) {
    #expect(Palette.nearest(to: color, among: 16...255) == number)
  }

  @Test func `grays stay gray`() {
    for value in UInt8(0)...255 {
      let found = Palette.color(Palette.nearest(to: RGB(value, value, value), among: 16...255))
      #expect(found.red == found.green && found.green == found.blue)
    }
  }

  @Test func `never the color of the background`() {
    for value in stride(from: UInt32(0), through: 0xFF_FFFF, by: 0x0F_0F0F) {
      for background in [RGB(0), RGB(0xFFFFFF), RGB(0x14161B)] {
        let wanted = RGB(value)
        guard wanted.contrast(with: background) > 3 else { continue }
        for numbers in [UInt8(0)...7, 0...15, 16...255] {
          let found = Palette.color(Palette.nearest(to: wanted, among: numbers, on: background, contrast: 3))
          #expect(found.contrast(with: background) >= 3)
        }
      }
    }
  }

  @Test(
    arguments: [
      (RGB(0), RGB(0xFFFFFF), 21.0), (RGB(0x777777), RGB(0xFFFFFF), 4.48), (RGB(0x5FB0D8), RGB(0x5FB0D8), 1.0),
    ] as [(RGB, RGB, Double)])
  func `contrast as WCAG counts it`(one: RGB, other: RGB, ratio: Double) {
    #expect(abs(one.contrast(with: other) - ratio) < 0.005)
    #expect(one.contrast(with: other) == other.contrast(with: one))
  }

  @Test func `names of colors`() {
    #expect(RGB(0x0A0B0C).hex == "#0a0b0c")
    #expect(RGB(0).mixed(with: RGB(0xFFFFFF), at: 0.5) == RGB(0x808080))
  }
}
