/** Code-point order: the same in every locale, and that of the strings' UTF-8 bytes. */
export function order(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index)
    const right = b.charCodeAt(index)
    if (left !== right) return rank(left) - rank(right)
  }
  return a.length - b.length
}

/** Surrogates stand for code points above U+FFFF, yet their units lie below U+E000. */
function rank(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800
  return unit >= 0xd800 ? unit + 0x2000 : unit
}
