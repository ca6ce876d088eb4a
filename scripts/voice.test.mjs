import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './ensure.mjs'

// The house writes neutral English ("they", "the member", "whoever"), in words that people use today.
const RETIRED =
  /\b(?:he|his|him|himself|she|her|hers|herself|anew|amid|amidst|lest|hitherto|forthwith|therein|whilst|nought)\b/i

/** Names that were replaced by those of the trade: docs/glossary.md has them. */
const RETIRED_NAMES =
  /\b(?:type (?:Heard|Hearing|Doubt|Look|Told)\b|(?!out)[a-z]\w*Standings?\b|[dD]ecider\w*|ListLook|(?:is|set|on)Chosen|applyTold|stepsWhenTold|askDue|[A-Za-z]*Bones|(?:[A-Z]+_)?PACE|makePace|usePaced|watchProgramme|beginStaffIdsAnew)\b/

/** What is data, or a name that a style sheet knows: the file, and the text with the word. */
const ALLOWED = [
  ['lab/bench/scale/fill-people.ts', "'Shared his account'"],
  ['web/features/desk/enquiries/enquiries-list.tsx', 'data-his={'],
  ['web/features/desk/enquiries/thread-page.tsx', "['his', 'ours', 'his']"],
]

// This file has to name the words.
const UNREAD = 'scripts/voice.test.mjs'
const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.md', '*.sql'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '' && file !== UNREAD && existsSync(path.join(root, file)))

const read = (file) => readFileSync(path.join(root, file), 'utf8')

function linesWith(file) {
  const allowed = ALLOWED.filter(([name]) => name === file)
  return allowed
    .reduce((text, [, words]) => text.replaceAll(words, ''), read(file))
    .split('\n')
    .flatMap((line, index) => (RETIRED.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []))
}

test('no comment, sentence or document calls anybody he or she, or is written as nobody writes today', () => {
  expect(files.length).toBeGreaterThan(1000)
  expect(files.flatMap(linesWith)).toEqual([])
})

test('no retired name comes back', () => {
  const code = files.filter((file) => /\.(?:ts|tsx)$/.test(file))
  expect(code.filter((file) => RETIRED_NAMES.test(read(file)))).toEqual([])
})

test('whatever is allowed one of the words still has it', () => {
  expect(ALLOWED.filter(([file, words]) => !read(file).includes(words))).toEqual([])
})
