import Handlebars from 'handlebars'

/**
 * The template is the shape of a document: piece 0, section 0, piece 1, … piece n. The text is data, handed in
 * as context, so no word of it is ever read as a template. Shapes differ only in their number of
 * sections; each is compiled once.
 */
type Shape = (parts: readonly string[]) => string

const environment = Handlebars.create()
for (const helper of Object.keys(environment.helpers)) environment.unregisterHelper(helper)

const OPTIONS = {
  noEscape: true,
  strict: true,
  knownHelpersOnly: true,
  ignoreStandalone: true,
  preventIndent: true,
} as const

/** Sections of one shape; compiling takes time in proportion to them, so longer documents are made of several shapes. */
const LARGEST = 32

const SHAPES = new Map<number, Shape>()

/**
 * Joins pieces and the sections between them.
 * @param pieces one more than `sections`
 */
export function render(pieces: readonly string[], sections: readonly string[]): string {
  if (sections.length <= LARGEST) return renderShape(pieces, sections)
  const parts = [renderShape(pieces.slice(0, LARGEST + 1), sections.slice(0, LARGEST))]
  for (let at = LARGEST; at < sections.length; at += LARGEST) {
    const rest = pieces.slice(at + 1, at + LARGEST + 1)
    parts.push(renderShape(['', ...rest], sections.slice(at, at + LARGEST)))
  }
  return parts.join('')
}

function renderShape(pieces: readonly string[], sections: readonly string[]): string {
  if (sections.length === 0) return pieces[0] ?? ''
  const parts = [pieces[0] ?? '']
  for (const [index, section] of sections.entries()) parts.push(section, pieces[index + 1] ?? '')
  return shapeOf(sections.length)(parts)
}

function shapeOf(sections: number): Shape {
  const known = SHAPES.get(sections)
  if (known !== undefined) return known
  const template = environment.compile(program(sections), OPTIONS)
  const partials: Record<string, (parts: readonly string[]) => string> = {}
  for (let index = 0; index < sections; index++)
    partials[partialName(index)] = (parts) => parts[2 * index + 1]!
  // Called as a partial calls another: what is the same for every document is not put together anew for each,
  // which takes longer than the rendering.
  const runtime = { partial: true, partials, helpers: {}, hooks: {} } as unknown as Handlebars.RuntimeOptions
  const shape: Shape = (parts) => template(parts, runtime)
  SHAPES.set(sections, shape)
  return shape
}

function partialName(section: number): string {
  return `section${section}`
}

const LOC = { source: '', start: { line: 1, column: 0 }, end: { line: 1, column: 0 } }
// With a hash, even an empty one, Handlebars takes a piece for the call of a helper.
const NO_HASH = undefined as unknown as hbs.AST.Hash
const STRIP = { open: false, close: false }

function program(sections: number): hbs.AST.Program {
  const body: hbs.AST.Statement[] = [piece(0)]
  for (let index = 0; index < sections; index++) body.push(section(index), piece(index + 1))
  return { type: 'Program', body, blockParams: [], loc: LOC }
}

function path(name: string): hbs.AST.PathExpression {
  return { type: 'PathExpression', data: false, depth: 0, parts: [name], original: name, loc: LOC }
}

function piece(index: number): hbs.AST.MustacheStatement {
  return {
    type: 'MustacheStatement',
    path: path(String(2 * index)),
    params: [],
    hash: NO_HASH,
    escaped: false,
    strip: STRIP,
    loc: LOC,
  }
}

function section(index: number): hbs.AST.PartialStatement {
  return {
    type: 'PartialStatement',
    name: path(partialName(index)),
    params: [],
    hash: NO_HASH,
    indent: '',
    strip: STRIP,
    loc: LOC,
  }
}
