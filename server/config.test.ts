import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { claimFolder } from './db/embedded/folder-kind.ts'

test('nothing set is the demo on port 3000 of this machine alone', () => {
  const config = readConfig({ PORT: '' })
  expect(config).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', demo: true, ROLE: 'all' })
})

const BUCKET = {
  FILES_S3_REGION: 'ap-south-1',
  FILES_S3_BUCKET: 'hil-files',
  FILES_S3_KEY_ID: 'key',
  FILES_S3_SECRET: 'secret',
}
test('files are in folders, or in a bucket that all of its settings name', () => {
  expect(readConfig({ DATA_DIR: '/d' })).toMatchObject({ files: null, MEDIA_DIR: '/d/media' })
  expect(readConfig({ DATA_DIR: '/d', MEDIA_DIR: '/m' })).toMatchObject({ MEDIA_DIR: '/m' })
  expect(readConfig(BUCKET).files).toMatchObject({ bucket: 'hil-files', pathStyle: false })
  const own = { ...BUCKET, FILES_S3_ENDPOINT: 'http://minio:9000' }
  expect(readConfig(own).files).toMatchObject({ endpoint: 'http://minio:9000', pathStyle: true })
  expect(readConfig({ ...own, FILES_S3_PATH_STYLE: 'no' }).files?.pathStyle).toBe(false)
})

test.each(Object.keys(BUCKET))('files in S3 without %s stop the start with a sentence', (name) => {
  const words = `files in S3 need all of their settings. Missing: ${name}.`
  expect(() => readConfig({ ...BUCKET, [name]: '' })).toThrow(words)
})

test('DATABASE_URL means no demo', () => {
  expect(readConfig({ DATABASE_URL: 'postgresql://u@h/d' }).demo).toBe(false)
  expect(() => readConfig({ DATABASE_URL: 'postgresql://u@h/d', DEMO: 'yes' })).toThrow(
    'the demo runs on the embedded database only',
  )
})

test('DEMO=no is the embedded database without the demo, in a folder of its own', () => {
  const own = readConfig({ DEMO: 'no' })
  expect([own.demo, own.DATABASE_URL]).toEqual([false, undefined])
  expect(own.DATA_DIR).toBe(path.resolve('.programme'))
  expect(own.MEDIA_DIR).toBe(path.resolve('.programme/media'))
  expect(readConfig({ DEMO: 'yes' })).toMatchObject({ demo: true, DATA_DIR: path.resolve('.data') })
  expect(readConfig({ DEMO: 'no', DATA_DIR: '/d' }).DATA_DIR).toBe('/d')
  const ownServer = readConfig({ DEMO: 'no', DATABASE_URL: 'postgresql://u@h/d' })
  expect(ownServer).toMatchObject({ demo: false, DATA_DIR: path.resolve('.data') })
})

describe('the kind of a data folder', () => {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'hil-kind-'))
  afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

  test('a programme of your own is not opened as the demo, nor the other way round', async () => {
    const own = path.join(DATA_DIR, 'own')
    await claimFolder({ DATA_DIR: own, demo: false })
    await claimFolder({ DATA_DIR: own, demo: false })
    await expect(claimFolder({ DATA_DIR: own, demo: true })).rejects.toThrow('DEMO=no')
    const demo = path.join(DATA_DIR, 'demo')
    mkdirSync(path.join(demo, 'postgres'), { recursive: true })
    await claimFolder({ DATA_DIR: demo, demo: true })
    await expect(claimFolder({ DATA_DIR: demo, demo: false })).rejects.toThrow('holds the demo')
  })
})

test.each([
  [{ PORT: 'http' }, 'PORT must be a number from 0 to 65535.'],
  [{ PORT: '70000' }, 'PORT must be at most 65535.'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres:// or postgresql://.'],
  [{ MASTER_KEY: 'short' }, 'MASTER_KEY must be 64 hexadecimal digits (32 random bytes).'],
  [{ FILES_S3_ENDPOINT: 'http://minio:9000' }, 'Missing: FILES_S3_REGION, FILES_S3_BUCKET'],
  [{ FILES_S3_BUCKET: 'No Bucket' }, 'FILES_S3_BUCKET must be the name of a bucket.'],
  [{ FILES_S3_PATH_STYLE: 'maybe' }, 'FILES_S3_PATH_STYLE must be yes or no.'],
  [{ ROLE: 'boss' }, 'ROLE must be web, worker or all.'],
  [{ PUBLIC_URL: 'hil' }, 'PUBLIC_URL must be an address such as https://hil.example.'],
  [{ ALLOWED_ORIGINS: 'https://a.example, b' }, 'ALLOWED_ORIGINS.1 must be an address'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be a number from 0 to 10.'],
  [{ LOG_LEVEL: 'loud', PORT: '-1' }, 'PORT must be at least 0. LOG_LEVEL must be'],
])('%j stops the start with a sentence', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(ConfigError)
  expect(() => readConfig(env)).toThrow(sentence)
})

test('docs/operations.md names every command, and no other', () => {
  const read = (file: string) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8')
  const text = read('docs/operations.md')
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  // What npm names by itself, and what is for work on the code.
  const others = new Set(['start', 'test', 'format', 'lint', 'types', 'knip'])
  const named = new Set([...text.matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name))
  const commands = Object.keys(scripts).filter((name) => !others.has(name))
  expect([...named].toSorted()).toEqual(commands.toSorted())
  const trials = [...text.matchAll(/npm run trust -- ([a-z]+)/g)].map(([, name = '']) => name)
  for (const name of trials) expect(read('lab/trials/trials.mjs')).toContain(`\n  ${name}: `)
})
