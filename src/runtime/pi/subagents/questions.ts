import type { PiContext } from '../host.ts'

export interface Question {
  question: string
  /** Nothing: the answer is free text. */
  options?: (string | { label: string; description?: string })[]
}

const OTHER = 'something else …'
/** Questions that the person has not answered. */
const NONE = '(no answer)'

/** Asks the person one question after the other; the first that is dismissed ends it. @returns answers, as many as there are questions */
export async function ask(
  ctx: PiContext,
  questions: readonly Question[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const answers: string[] = []
  for (const question of questions) {
    const answer = await askOne(ctx, question, signal)
    if (answer === undefined) break
    answers.push(answer)
  }
  return questions.map((_, index) => answers[index] ?? NONE)
}

async function askOne(
  ctx: PiContext,
  { question, options = [] }: Question,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const more = signal === undefined ? {} : { signal }
  if (options.length > 0) {
    const rows = options.map((option) => {
      if (typeof option === 'string') return { label: option, row: option }
      const { label, description } = option
      return { label, row: description === undefined ? label : `${label}: ${description}` }
    })
    const chosen = await ctx.ui.select(question, [...rows.map(({ row }) => row), OTHER], more)
    if (chosen !== OTHER) return rows.find(({ row }) => row === chosen)?.label
  }
  const answer = await ctx.ui.input(question, '', more)
  return answer?.trim() === '' ? undefined : answer
}

/** Whether nothing at all was answered. */
export function isUnanswered(answers: readonly string[]): boolean {
  return answers.every((answer) => answer === NONE)
}
