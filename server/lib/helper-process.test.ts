import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as helpers from './helper-process.ts'

const project = path.join(import.meta.dirname, '../..')
let elsewhere: string

/** The project as some installations have it: its packages lie elsewhere and are linked. */
beforeAll(() => {
  elsewhere = mkdtempSync(path.join(tmpdir(), 'hil-linked-'))
  mkdirSync(path.join(elsewhere, 'server'))
  for (const place of ['package.json', 'server/lib']) {
    cpSync(path.join(project, place), path.join(elsewhere, place), { recursive: true })
  }
  symlinkSync(path.join(project, 'node_modules'), path.join(elsewhere, 'node_modules'))
})
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }))

/** What a helper of the linked project says that reads a file or a package. */
async function said(act: string): Promise<string> {
  const file = path.join(elsewhere, 'server/lib/helper-process.ts')
  const { helperArguments }: typeof helpers = await import(file)
  const run = ['--input-type=module', '--eval', `${act}; console.log('done')`]
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [...helperArguments({ heapMb: 64 }), ...run],
    {
      cwd: elsewhere,
      encoding: 'utf8',
    },
  )
  return stdout.trim() || (/ERR_\w+/.exec(stderr)?.[0] ?? stderr)
}

test('a helper reads packages where they are linked, and nothing beside them', async () => {
  expect(await said(`await import('sharp')`)).toBe('done')
  expect(await said(`(await import('node:fs')).readFileSync('${project}/README.md')`)).toBe(
    'ERR_ACCESS_DENIED',
  )
})
