import type { Budget } from '../budget.ts'
import type { AgentHarness } from '../model.ts'
import { shownOf } from './json.ts'
import { PAGE_SCRIPT } from './page-script.ts'
import { PAGE_STYLE } from './page-style.ts'
import { budgetTable } from './table.ts'

const SPECIAL_RE = /[&<>"]/g

/** One page to look around in: search, collapse, tokens by colour. It loads nothing, and runs from a file. */
export function htmlOf(harness: AgentHarness, budget: Budget, ok: boolean): string {
  const title = escaped(harness.name ?? harness.slug)
  // In a script, only `<` could end it or begin a comment.
  const data = JSON.stringify(shownOf(harness, budget, ok)).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${title}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p>${escaped(harness.description ?? '')}</p>
<pre>${escaped(budgetTable(budget))}</pre>
<div role="search">
<input id="search" type="search" placeholder="Search names, types and descriptions" aria-label="Search">
<button id="open" type="button">Open all</button>
<button id="close" type="button">Close all</button>
<output id="count" for="search"></output>
</div>
</header>
<main id="tree"></main>
<noscript>This page needs scripts to show the tree.</noscript>
<script type="application/json" id="data">${data}</script>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`
}

function escaped(text: string): string {
  return text.replace(SPECIAL_RE, (character) => `&#${character.charCodeAt(0)};`)
}
