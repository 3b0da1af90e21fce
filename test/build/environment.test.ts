import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { BIN } from '../support/cli.ts'
import { project } from '../support/project.ts'
import { disk, list, put, scratch } from '../support/trees.ts'

const MORE = {
  'skills/zoo/SKILL.md': '---\nname: zoo\ndescription: Zoo.\n---\n',
  'skills/tidy/Zoo.txt': 'z',
  'skills/tidy/ähre.txt': 'an ear',
  'skills/tidy/i.txt': 'i',
  'skills/tidy/I2.txt': 'I',
  'skills/tidy/\u{1f600}.txt': 'a face',
  'skills/tidy/\uff5e.txt': 'a tilde',
}

/** Builds under an environment and an umask. @returns all bytes, with the lists in them; and the order of each list */
function built(root: string, env: Record<string, string>, umask: string): Record<string, string> {
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', `umask ${umask}; exec "$0" "$@"`, process.execPath, BIN, 'build'],
    { cwd: root, encoding: 'utf8', env: { PATH: process.env['PATH'], ...env } },
  )
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
  const harnesses = ['copilot', 'claude', 'pi']
  const files = harnesses.flatMap((id) =>
    Object.entries(disk(path.join(root, 'dist', id))).map(([file, text]) => [`${id}/${file}`, text]),
  )
  const lists = harnesses.map((id) => [id, list(path.join(root, 'dist', id))])
  return Object.fromEntries([...files, ...lists])
}

test('O-1, lesson 35: the same bytes at another time, in another place, time zone, locale, umask and file order', async () => {
  const one = project(MORE)
  const first = built(one, { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' }, '022')
  expect(Object.keys(first)).toContain('pi/skills/tidy/\u{1f600}.txt')
  // Another second, and files made in another order.
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  const other = path.join(scratch(), 'deeper/in')
  const sources = disk(one)
  const files = Object.entries(sources).filter(([file]) => !file.startsWith('dist/'))
  put(other, Object.fromEntries(files.toReversed()))
  const env = { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }
  expect(built(other, env, '077')).toEqual(first)
  // And over what is there: nothing is written anew.
  const clock = fs.statSync(path.join(one, 'dist/pi/package.json')).mtimeMs
  expect(built(one, env, '077')).toEqual(first)
  expect(fs.statSync(path.join(one, 'dist/pi/package.json')).mtimeMs).toEqual(clock)
})
