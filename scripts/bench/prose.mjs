const WORDS = (
  'anchor balance carry compare decide describe draft edge effort example explain field finding follow ground habit ' +
  'inspect journal kernel ledger limit measure meaning notice observe pattern pause phrase practice question reader ' +
  'reason record release report result return sample search sequence settle signal simple source state steady step ' +
  'subject summary surface table target task thread value voice watch weight window write'
).split(' ')

/** Numbers from 0 up to 1, the same for the same seed on every machine: xorshift, of 32 bits. */
export function randomFrom(seed) {
  let state = Math.imul(seed + 1, 2_654_435_761) | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** A whole number from `low` to `high`, both included. */
export function between(random, low, high) {
  return low + Math.floor(random() * (high - low + 1))
}

export function pick(random, list) {
  return list[Math.floor(random() * list.length)]
}

export function sentence(random) {
  const words = Array.from({ length: between(random, 7, 20) }, () => pick(random, WORDS))
  const text = words.join(' ')
  return `${text[0].toUpperCase()}${text.slice(1)}.`
}

export function paragraph(random) {
  return Array.from({ length: between(random, 2, 6) }, () => sentence(random)).join(' ')
}

/** What makes YAML hard to write, as real descriptions have it. */
const TRAPS = ['', ': then ', ' #1 ', ' "so" ', " it's ", ' – ', ' 🧭 ', ' [x] {y} ']

export function description(random, index) {
  return `${sentence(random).slice(0, -1)}${TRAPS[index % TRAPS.length]}${sentence(random)}`
}

/** Braces of other languages, which are no tokens. */
export const FOREIGN = [
  '```yaml\n- run: echo ${{ github.ref }}\n```',
  '```hbs\n{{#each items}}{{name}}{{/each}}\n```',
  '```yaml\nimage: {{ .Values.image | quote }}\n```',
]
