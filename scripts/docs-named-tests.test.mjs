import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './ensure.mjs'

const DOCUMENTS = ['docs/security.md', 'docs/trust.md']
const FOLDERS = ['server', 'e2e', 'contract', 'web', 'scripts', 'simulator', 'lab']
const NAMED = /`([\w./-]+\.(?:test|spec)\.(?:ts|mjs))(?: › ([^`]+))?`(?:, `› ([^`]+)`)*/g

const tests = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true })
    .filter((name) => /\.(test|spec)\.(ts|tsx|mjs)$/.test(name))
    .map((name) => path.join(folder, name)),
)

/** The files that a document may mean by a name, and the words that each of its names must have. */
function namedIn(document) {
  return [...readFileSync(path.join(root, document), 'utf8').matchAll(NAMED)].map((match) => ({
    file: match[1],
    words: [...match[0].matchAll(/› ([^`]+)`/g)].map(([, words]) => words),
  }))
}

const stands = (file, words) => {
  const text = readFileSync(path.join(root, file), 'utf8')
  return words.split('…').every((piece) => text.includes(piece.trim()))
}

test.each(DOCUMENTS)(
  'every test that %s names is there, with the words of its name',
  (document) => {
    const named = namedIn(document)
    expect(named.length).toBeGreaterThan(30)
    const gone = named.flatMap(({ file, words }) => {
      const files = tests.filter((name) => `/${name}`.endsWith(`/${file}`))
      if (files.length === 0) return [file]
      return words
        .filter((wanted) => !files.some((name) => stands(name, wanted)))
        .map((wanted) => `${file} › ${wanted}`)
    })
    expect(gone).toEqual([])
  },
)
