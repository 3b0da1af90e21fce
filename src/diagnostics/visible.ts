/**
 * What a terminal would obey, or a reader would not see: controls other than the tab, bidirectional and invisible
 * format characters, tag characters, lone surrogates. The joiners U+200C and U+200D stay: scripts and emoji need them.
 */
const HIDDEN_RE =
  /[\0-\x08\x0a-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu

/** Drawn over the character before: marks, joiners, variation selectors, skin tones. */
const NO_WIDTH_RE = /^(?:[\p{Mn}\p{Me}]|[\u200c\u200d]|\p{Emoji_Modifier})$/u

/** East Asian Wide and Fullwidth (Unicode Standard Annex 11, in whole blocks), and emoji but for the letters of flags. */
const WIDE_RE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|(?![\u{1f1e6}-\u{1f1ff}])\p{Emoji_Presentation})$/u

const PLAIN_RE = /^[ -~]*$/

/** Whether the text is printable ASCII: one column a character, nothing hidden. */
export function isPlain(text: string): boolean {
  return PLAIN_RE.test(text)
}

/** The text with every hidden character replaced by a picture of it, or by U+FFFD; tabs stay. One for one. */
export function visible(text: string): string {
  return isPlain(text) ? text : text.replace(HIDDEN_RE, picture)
}

function picture(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '\u2421' : '\ufffd'
}

/** Columns that one character takes in a terminal: 0, 1 or 2. */
export function columns(character: string): number {
  if (character < '\x7f') return 1
  if (NO_WIDTH_RE.test(character)) return 0
  return WIDE_RE.test(character) ? 2 : 1
}
