/** What every client takes for the name of an agent or a skill. */
const SLUG_RE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
/** Agent Skills: at most 64 characters. */
const LONGEST = 64
const OTHERS_RE = /[^a-z0-9]+/g
const MARKS_RE = /\p{M}+/gu
const EDGES_RE = /^-+|-+$/g

/** `Café & Sales` → `cafe-sales`; empty where no letter or digit of a slug is left. */
export function slugOf(text: string): string {
  const plain = text.normalize('NFKD').replace(MARKS_RE, '').toLowerCase()
  return plain.replace(OTHERS_RE, '-').replace(EDGES_RE, '').slice(0, LONGEST).replace(EDGES_RE, '')
}

export function isSlug(text: string): boolean {
  return SLUG_RE.test(text) && text.length <= LONGEST
}

/** A thing to be named, and the groups that it lies in, outermost first. */
export interface Named {
  slug: string
  groups: readonly string[]
}

/**
 * Names by which each can be told from all others: its own, and where others share it, with the shortest run of the
 * groups above it that no other has.
 * @param taken names that are given already
 */
export function uniqueNames(items: readonly Named[], taken: ReadonlySet<string>): string[] {
  const depths = items.map(() => 0)
  for (;;) {
    const names = items.map((item, at) => nameAt(item, depths[at]!))
    const counts = new Map<string, number>()
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
    let isSettled = true
    for (const [at, item] of items.entries()) {
      const name = names[at]!
      if ((counts.get(name) === 1 && !taken.has(name)) || depths[at]! >= item.groups.length) continue
      depths[at]!++
      isSettled = false
    }
    if (isSettled) return names
  }
}

function nameAt({ slug, groups }: Named, depth: number): string {
  const above = groups.slice(groups.length - depth).map(slugOf)
  return slugOf([...above, slug].filter((part) => part !== '').join('-'))
}
