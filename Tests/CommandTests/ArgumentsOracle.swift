import Oracles
import TaskTrace

@testable import bgtop

extension Oracle {
  /// A command line, one word a line: whatever it is, it is understood or refused in one sentence.
  static let arguments = Oracle("arguments") { bytes in
    let words = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .prefix(40).map(String.init)
    do throws(UsageError) {
      switch try Request(words) {
      case .help(let command): return hidden(HelpText.text(for: command))
      case .version, .run: return []
      }
    } catch {
      return hidden(Program.visibleLines(error.message)) + (error.message.isEmpty ? ["a refusal has a reason"] : [])
    }
  }

  private static func hidden(_ text: String) -> [String] {
    text.unicodeScalars.contains { $0.isHidden && $0 != "\n" } ? ["no message has a hidden character"] : []
  }
}
