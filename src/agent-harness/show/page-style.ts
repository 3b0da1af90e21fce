/** The style of the page that `show --html` makes. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8888; --heat: 200 80 40; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 70rem; padding: 1.5rem; }
h1 { font-size: 1.4rem; margin: 0; }
header p { margin: .25rem 0 1rem; }
pre { border: 1px solid var(--line); border-radius: .4rem; overflow-x: auto; padding: .75rem; font-size: .85rem; }
[role=search] { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: 1rem 0; }
input { flex: 1 1 16rem; font: inherit; padding: .35rem .6rem; }
button { font: inherit; padding: .35rem .7rem; }
output { color: GrayText; }
ul { list-style: none; margin: 0; padding-left: 1.2rem; border-left: 1px solid var(--line); }
main > ul { border: 0; padding: 0; }
li { margin: .1rem 0; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: baseline; padding: .1rem .3rem; border-radius: .3rem; }
summary { cursor: pointer; }
summary > .row { display: inline-flex; }
.name { font-family: ui-monospace, monospace; font-weight: 600; }
.tag { border: 1px solid var(--soft); border-radius: 1rem; font-size: .75rem; padding: 0 .5rem; }
.missing { border-color: #c33; color: #c33; }
.tokens { border-radius: .3rem; font-size: .8rem; padding: 0 .4rem; }
.about { opacity: .85; }
.hit > .row, .hit > details > summary > .row { outline: 2px solid Highlight; }
[hidden] { display: none; }
`
