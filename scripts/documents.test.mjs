import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { decisionsIndex } from './decisions-index.mjs'
import { root } from './ensure.mjs'

const read = (file) => readFileSync(path.join(root, file), 'utf8')
const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(root, file)))

test('the index of decisions is what the decisions say', () => {
  expect(read('docs/decisions/README.md'), 'npm run decisions').toBe(decisionsIndex())
})

/** A heading as the forge makes an anchor of it. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[`*_]/g, (sign) => (sign === '_' ? '_' : ''))
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const anchorsOf = (file) =>
  new Set([...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading)))

test.each(documents)('%s leads to files and headings that are there', (document) => {
  const links = [...read(document).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)]
  const broken = links.flatMap(([, link]) => {
    const [target, anchor] = link.split('#')
    const file = target === '' ? document : path.join(path.dirname(document), target)
    if (!existsSync(path.join(root, file))) return [link]
    return anchor && !anchorsOf(file).has(anchor) ? [link] : []
  })
  expect(broken).toEqual([])
})
