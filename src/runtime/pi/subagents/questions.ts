import type { PiContext, Tool } from '../host.ts'
import { failure, object, success, text, tool } from './tool.ts'

interface Question {
  question: string
  /** Nothing: the answer is free text. */
  options?: (string | { label: string; description?: string })[]
}

/** `ask_questions`: asks the person. */
export function questionsTool(): Tool {
  return tool('ask_questions', {
    description:
      'Ask the person who uses this session, and get the answers. One decision a question; with options to choose from, the person can still answer freely. An error says that nobody is there.',
    promptSnippet: 'Ask the person questions, with or without options to choose from',
    executionMode: 'sequential',
    parameters: object(
      {
        questions: {
          type: 'array',
          minItems: 1,
          items: object(
            {
              question: text('one decision'),
              options: {
                type: 'array',
                description: 'answers to choose from',
                items: {
                  anyOf: [
                    { type: 'string' },
                    object({ label: text('the answer'), description: text('what it means') }, ['label']),
                  ],
                },
              },
            },
            ['question'],
          ),
        },
      },
      ['questions'],
    ),
    run: async ({ questions }: { questions: Question[] }, ctx, signal) => {
      if (!ctx.hasUI)
        return failure('nobody is here to answer: decide yourself, and say what you have assumed')
      const answers = await ask(ctx, questions, signal)
      if (isUnanswered(answers))
        return failure('the person has not answered: go on without, or stop and say what is open')
      const pairs = questions.map(({ question }, index) => `${question}\n→ ${answers[index]}`)
      return success(pairs.join('\n\n'), { answers })
    },
  })
}

const OTHER = 'something else …'
/** Questions that the person has not answered. */
const NONE = '(no answer)'

/** Asks the person one question after the other; the first that is dismissed ends it. @returns answers, as many as there are questions */
async function ask(
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
function isUnanswered(answers: readonly string[]): boolean {
  return answers.every((answer) => answer === NONE)
}
