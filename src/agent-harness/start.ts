import { quoted } from '../compose/yaml-writer.ts'
import { DETECTORS_FILE, HARNESS_FILE, SKILL_FILE, SKILL_TYPE } from './names.ts'

/** What a new harness may begin with, the default first. */
export const PRESETS = ['minimal', 'skills', 'docs'] as const

export type Preset = (typeof PRESETS)[number]

const DETECTORS_TEXT = `# A directory with this file is a skill: it is run, not routed through.\n${SKILL_TYPE}=${SKILL_FILE}\n`

/** The files of a new harness: path → text. Valid as they are, with descriptions to make one's own. */
export function startOf(preset: Preset, name: string, description: string): Record<string, string> {
  switch (preset) {
    case 'minimal':
      return { [HARNESS_FILE]: entry(name, description, []) }
    case 'skills':
      return {
        [HARNESS_FILE]: entry(name, description, ['- `skills/` — what the agent can do (see SKILLS.md)']),
        [DETECTORS_FILE]: DETECTORS_TEXT,
        'skills/SKILLS.md': markdown(
          'description: Tasks that come up again and again, each with its steps.',
          [
            'Look here before you start a task that others have had before.',
            '',
            '- `write-summary/` — sum up a long text',
          ],
        ),
        'skills/write-summary/SKILL.md': markdown(
          'name: write-summary\ndescription: Sum up a long text in a few sentences. Use it when a summary or digest is asked for.',
          [
            '1. Read the whole text.',
            '2. Write down its main point, then what supports it.',
            '3. Leave out examples and repetitions.',
          ],
        ),
      }
    case 'docs':
      return {
        [HARNESS_FILE]: entry(name, description, [
          '- `references/` — what the agent should know (see REFERENCES.md)',
        ]),
        'references/REFERENCES.md': markdown(
          'description: Facts and conventions that answers must agree with.',
          [
            'Look here when an answer depends on how things are done in this project.',
            '',
            '- `glossary.md` — words and what they mean here',
          ],
        ),
        'references/glossary.md': markdown(
          'description: Words that this project uses in a sense of its own.',
          ['- **harness**: a directory that tells an agent its role and where to look.'],
        ),
      }
  }
}

/** @param items of a list of directories */
export function entry(name: string, description: string, items: readonly string[]): string {
  const body = [
    `You are the ${name}. Look into a directory only when a task needs it.`,
    ...(items.length === 0 ? [] : ['', ...items]),
  ]
  return markdown(`name: ${quoted(name)}\ndescription: ${quoted(description)}`, body)
}

function markdown(fields: string, body: readonly string[]): string {
  return `---\n${fields}\n---\n\n${body.join('\n')}\n`
}
