/** The style of the page that `show --html` makes. Text is never paler than 4.5 to 1, in light and in dark. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --soft: light-dark(#595959, #b4b4b4);
  --bad: light-dark(#a8201a, #ff8f87);
  --line: #8884;
  --heat: 200 80 40;
  background: Canvas;
  color: CanvasText;
  scroll-padding-top: 8rem;
}
body {
  font: 15px/1.5 system-ui, sans-serif;
  margin: 0 auto;
  max-width: 64rem;
  overflow-wrap: anywhere;
  padding: 1.5rem clamp(.75rem, 3vw, 1.5rem);
}
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0; }
header p { margin: .25rem 0 1rem; }
.invalid { border-left: .25rem solid; color: var(--bad); padding-left: .6rem; }
table { border: 1px solid var(--line); border-radius: .5rem; border-spacing: 0; font-size: .85rem; padding: .5rem .25rem; width: 100%; }
caption { color: var(--soft); padding-bottom: .25rem; text-align: left; }
th, td { overflow-wrap: normal; padding: .1rem .5rem; text-align: left; vertical-align: baseline; }
th { font-weight: 600; }
th + td { font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
td:last-child { color: var(--soft); width: 100%; }
[role=search] {
  align-items: center;
  background: Canvas;
  display: flex;
  flex-wrap: wrap;
  gap: .5rem;
  padding: .75rem 0;
  position: sticky;
  top: 0;
}
input, button { border: 1px solid var(--soft); border-radius: .4rem; font: inherit; padding: .35rem .7rem; }
input { background: Canvas; flex: 1 1 20rem; min-width: 0; }
input::placeholder { color: var(--soft); opacity: 1; }
output, .about, .empty { color: var(--soft); }
ul { list-style: none; margin: 0; padding: 0; }
ul ul { border-left: 1px solid var(--line); margin-left: .4rem; padding-left: .6rem; }
li { margin: .35rem 0; }
summary { cursor: pointer; display: grid; grid-template-columns: 1.1rem minmax(0, 1fr); }
summary::-webkit-details-marker { display: none; }
summary::before { content: '\\25b8'; content: '\\25b8' / ''; }
[open] > summary::before { content: '\\25be'; content: '\\25be' / ''; }
li > .row { padding-left: 1.1rem; }
.row, .about { display: block; }
.head { align-items: baseline; display: flex; flex-wrap: wrap; gap: .1rem .5rem; }
.head > * { min-width: 0; }
.name { font-family: ui-monospace, monospace; font-weight: 600; }
.tag { border: 1px solid var(--soft); border-radius: .7rem; font-size: .75rem; padding: 0 .5rem; }
.missing { border-color: currentColor; color: var(--bad); }
.tokens { border-radius: .3rem; font-size: .8rem; padding: 0 .4rem; white-space: nowrap; }
.about { font-size: .9rem; max-width: 60rem; }
.hit > .row .name, .hit > details > summary .name { background: Mark; color: MarkText; }
[hidden] { display: none; }
@media (max-width: 34rem) { th + td { white-space: normal; } }
@media print { [role=search] { display: none; } }
`
