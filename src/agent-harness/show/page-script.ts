/** The script of the page that `show --html` makes. Text is put in as text only. */
export const PAGE_SCRIPT = `
const data = JSON.parse(document.getElementById('data').textContent)
const most = flat(data.children).reduce((most, node) => Math.max(most, node.tokens ?? 0), 1)
const items = []

function flat(nodes) {
  return nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
}

function element(tag, name, text) {
  const made = document.createElement(tag)
  if (name) made.className = name
  if (text !== undefined) made.textContent = text
  return made
}

function row(node) {
  const made = element('span', 'row')
  made.append(element('span', 'name', node.kind === 'file' ? node.name : node.name + '/'))
  const kind = node.kind === 'leaf' ? node.type : node.kind === 'harness' ? 'harness' : undefined
  if (kind) made.append(element('span', 'tag', kind))
  if (node.missing) made.append(element('span', 'tag missing', 'no ' + node.missing))
  if (node.tokens !== undefined) {
    const tokens = element('span', 'tokens', node.tokens + ' tokens')
    tokens.style.background = 'rgb(var(--heat) / ' + (0.08 + 0.6 * node.tokens / most).toFixed(2) + ')'
    made.append(tokens)
  }
  for (const script of node.scripts ?? []) made.append(element('span', 'tag', 'scripts/' + script))
  if (node.description) made.append(element('span', 'about', node.description))
  made.title = node.path
  return made
}

function list(nodes, parent) {
  const made = element('ul')
  for (const node of nodes) {
    const item = element('li')
    const words = [node.path, node.type, node.description, node.missing].filter(Boolean).join(' ').toLowerCase()
    const entry = { item, parent, words }
    items.push(entry)
    if (node.children?.length) {
      entry.details = element('details')
      const summary = element('summary')
      summary.append(row(node))
      entry.details.append(summary, list(node.children, entry))
      entry.details.open = true
      item.append(entry.details)
    } else item.append(row(node))
    made.append(item)
  }
  return made
}

document.getElementById('tree').append(list(data.children))

const search = document.getElementById('search')
const count = document.getElementById('count')

search.addEventListener('input', () => {
  const wanted = search.value.trim().toLowerCase().split(/\\s+/).filter(Boolean)
  let found = 0
  for (const entry of items) {
    const hit = wanted.length > 0 && wanted.every((word) => entry.words.includes(word))
    entry.item.classList.toggle('hit', hit)
    entry.item.hidden = wanted.length > 0 && !hit
    if (hit) found++
  }
  for (const entry of items) {
    if (!entry.item.classList.contains('hit')) continue
    for (let at = entry.parent; at; at = at.parent) {
      at.item.hidden = false
      at.details.open = true
    }
  }
  count.textContent = wanted.length === 0 ? '' : found + ' found'
})

for (const [id, open] of [['open', true], ['close', false]]) {
  document.getElementById(id).addEventListener('click', () => {
    for (const { details } of items) if (details) details.open = open
  })
}
`
