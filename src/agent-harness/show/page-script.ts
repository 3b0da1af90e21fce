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
  const head = element('span', 'head')
  const name = element('span', 'name')
  // Words that run from right to left keep to themselves.
  name.append(element('bdi', '', node.name), node.kind === 'file' ? '' : '/')
  head.append(name)
  const kind = node.kind === 'leaf' ? node.type : node.kind === 'harness' ? 'harness' : undefined
  if (kind) head.append(tag(kind))
  if (node.linked) head.append(tag('linked'))
  if (node.missing) head.append(tag('no ' + node.missing, 'missing'))
  if (node.tokens !== undefined) {
    const tokens = element('span', 'tokens', node.tokens.toLocaleString('en') + ' tokens')
    tokens.style.background = 'rgb(var(--heat) / ' + (0.08 + 0.5 * node.tokens / most).toFixed(2) + ')'
    head.append(tokens)
  }
  for (const script of node.scripts ?? []) head.append(tag('scripts/' + script))
  made.append(head)
  if (node.description) {
    const about = element('span', 'about', node.description)
    about.dir = 'auto'
    made.append(about)
  }
  made.title = node.path
  return made
}

function tag(text, more = '') {
  return element('bdi', ('tag ' + more).trim(), text)
}

function list(nodes, parent) {
  const made = element('ul')
  for (const node of nodes) {
    const item = element('li')
    const scripts = (node.scripts ?? []).map((script) => 'scripts/' + script)
    const said = [node.path, node.type, node.description, node.missing, node.linked && 'linked', ...scripts]
    const entry = { item, parent, words: said.filter(Boolean).join(' ').toLowerCase() }
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

const tree = document.getElementById('tree')
tree.append(data.children.length ? list(data.children) : element('p', 'empty', 'There are no directories in it.'))

const search = document.getElementById('search')
const count = document.getElementById('count')
// What was open before the search; nothing where there is none.
let before

search.addEventListener('input', () => {
  const wanted = search.value.trim().toLowerCase().split(/\\s+/).filter(Boolean)
  const searches = wanted.length > 0
  if (searches) before ??= items.map(({ details }) => details?.open)
  let found = 0
  for (const entry of items) {
    const hit = searches && wanted.every((word) => entry.words.includes(word))
    entry.item.classList.toggle('hit', hit)
    entry.item.hidden = searches && !hit
    if (hit) found++
  }
  for (const entry of items) {
    if (!entry.item.classList.contains('hit')) continue
    for (let at = entry.parent; at; at = at.parent) {
      at.item.hidden = false
      at.details.open = true
    }
  }
  if (!searches && before) {
    items.forEach(({ details }, index) => { if (details) details.open = before[index] })
    before = undefined
  }
  count.textContent = searches ? found + ' found' : ''
})

for (const [id, open] of [['open', true], ['close', false]]) {
  document.getElementById(id).addEventListener('click', () => {
    for (const { details } of items) if (details) details.open = open
  })
}
`
