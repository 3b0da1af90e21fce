import { visible } from '../../diagnostics/visible.ts'
import type { Budget } from '../budget.ts'
import type { AgentHarness } from '../model.ts'
import { shownOf } from './json.ts'
import { PAGE_SCRIPT } from './page-script.ts'
import { PAGE_STYLE } from './page-style.ts'
import { budgetRows } from './table.ts'

const SPECIAL_RE = /[&<>"]/g

const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "script-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** One page to look around in: search, collapse, tokens by colour. It loads nothing, and runs from a file. */
export function htmlOf(harness: AgentHarness, budget: Budget, ok: boolean): string {
  const title = escaped(harness.name ?? harness.slug)
  // In a script, only `<` could end it or begin a comment.
  const data = JSON.stringify(shownOf(harness, budget, ok), drawn).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${title}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<header>
<h1 dir="auto">${title}</h1>
<p dir="auto">${escaped(harness.description ?? '')}</p>
${ok ? '' : INVALID}${costs(budget)}</header>
<div role="search">
<input id="search" type="search" placeholder="Search names, types, descriptions" aria-label="Search names, types and descriptions">
<button id="open" type="button">Open all</button>
<button id="close" type="button">Close all</button>
<output id="count" for="search"></output>
</div>
<main id="tree" aria-label="Tree"></main>
<noscript>This page needs scripts to show the tree.</noscript>
<script type="application/json" id="data">${data}</script>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`
}

const INVALID =
  '<p class="invalid">This harness has errors: <code>agent-cortex harness validate</code> tells them.</p>\n'

function costs(budget: Budget): string {
  const rows = budgetRows(budget).map(
    ([name, tokens, what]) => `<tr><th scope="row">${name}</th><td>${tokens}</td><td>${what}</td></tr>\n`,
  )
  return `<table>\n<caption>Tokens, by ${escaped(budget.tokenizer)}</caption>\n${rows.join('')}</table>\n`
}

function escaped(text: string): string {
  return visible(text).replace(SPECIAL_RE, (character) => `&#${character.charCodeAt(0)};`)
}

/** Names that would be drawn backwards, or not at all, are seen as what they are. */
function drawn(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? visible(value) : value
}
