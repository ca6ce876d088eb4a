import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { tryLock } from './file-lock.ts'
import { acquireDataDir } from './owner-lock.ts'
import { kill, runNode, temporaryFolder } from './test-support.ts'

const owner = (dataDir: string, at = 0) => `
  import { acquireDataDir } from './owner-lock.ts'
  const startAt = ${at}
  while (Date.now() < startAt) {}
  try {
    await acquireDataDir(${JSON.stringify(dataDir)}, { purpose: 'test server' })
    console.log('won')
  } catch (error) {
    console.log(error.name + ': ' + error.message)
  }
  setInterval(() => {}, 1000)
`

test('tells the second one who owns the folder, since when and what to do', async () => {
  const dataDir = temporaryFolder()
  const first = runNode(owner(dataDir))
  expect(await first.firstLine).toBe('won')
  const second = acquireDataDir(dataDir, { purpose: 'bench' })
  const told = `process ${first.pid} \\(test server: node.*\\) since 20.*kill ${first.pid}.*DATA_DIR`
  await expect(second).rejects.toThrow(new RegExp(told))
})

test('kill -9 of the owner frees the folder at once', async () => {
  const dataDir = temporaryFolder()
  const first = runNode(owner(dataDir))
  expect(await first.firstLine).toBe('won')
  await kill(first)
  const next = await acquireDataDir(dataDir, { purpose: 'next' })
  expect(ownerIn(dataDir).purpose).toBe('next')
  next.release()
})

test('of eight starts at the same moment exactly one wins, and all others are told its pid', async () => {
  const dataDir = temporaryFolder()
  const at = Date.now() + 1_500
  const all = Array.from({ length: 8 }, () => runNode(owner(dataDir, at)))
  const answers = await Promise.all(all.map((one) => one.firstLine))
  const winner = all[answers.indexOf('won')]
  const others = answers.filter((answer) => answer !== 'won')
  expect(others).toHaveLength(7)
  for (const answer of others) expect(answer).toContain(`process ${winner?.pid} (test server`)
})

test('the lock of a file is enough by itself, and a kill frees it', async () => {
  const file = path.join(temporaryFolder(), 'some.lock')
  const first = runNode(`
    import { tryLock } from './file-lock.ts'
    console.log(tryLock(${JSON.stringify(file)}) === null ? 'lost' : 'won')
    setInterval(() => {}, 1000)
  `)
  expect(await first.firstLine).toBe('won')
  expect(tryLock(file)).toBeNull()
  await kill(first)
  const own = tryLock(file)
  expect(own).not.toBeNull()
  expect(tryLock(file)).toBeNull()
  own?.release()
})

test('one process gets a folder once, and again after its release', async () => {
  const dataDir = temporaryFolder()
  const first = await acquireDataDir(dataDir, { purpose: 'first' })
  const again = () => acquireDataDir(dataDir, { purpose: 'second' })
  await expect(again()).rejects.toThrow(/\(first: /)
  first.release()
  const second = await again()
  first.release()
  await expect(again()).rejects.toThrow(/\(second: /)
  second.release()
})

test.runIf(process.getuid?.() === 0)('an account that may not write gets no lock', async () => {
  const dataDir = temporaryFolder()
  writeFileSync(path.join(dataDir, 'owner.lock'), '')
  chmodSync(dataDir, 0o777)
  const answer = await runNode(owner(dataDir), { uid: 65_534, gid: 65_534 }).firstLine
  expect(answer).toMatch(/may not write there.*DATA_DIR/)
})

const strangers: Record<string, object> = {
  'an earlier boot': { boot: 'another' },
  'a pid used again': { start: '1' },
  'another container': { pidNamespace: 'pid:[1]' },
}

test.each(Object.keys(strangers))('a record left by %s does not count', async (kind) => {
  const dataDir = temporaryFolder()
  const record = await recordOf(dataDir)
  writeRecord(dataDir, { ...record, mark: { ...record.mark, ...strangers[kind] } })
  const next = await acquireDataDir(dataDir, { purpose: 'next' })
  expect(ownerIn(dataDir).purpose).toBe('next')
  next.release()
})

test('a living owner counts even when its lock was lost', async () => {
  const dataDir = temporaryFolder()
  writeRecord(dataDir, await recordOf(dataDir))
  await expect(acquireDataDir(dataDir, { purpose: 'next' })).rejects.toThrow(/\(sample: /)
})

test('a damaged record does not count', async () => {
  const dataDir = temporaryFolder()
  writeFileSync(path.join(dataDir, 'owner.json'), '{"pur')
  const next = await acquireDataDir(dataDir, { purpose: 'next' })
  expect(ownerIn(dataDir).purpose).toBe('next')
  next.release()
})

async function recordOf(dataDir: string) {
  const { release } = await acquireDataDir(dataDir, { purpose: 'sample' })
  const record = ownerIn(dataDir)
  release()
  return record
}

function ownerIn(dataDir: string): { purpose: string; mark: object } {
  return JSON.parse(readFileSync(path.join(dataDir, 'owner.json'), 'utf8'))
}

function writeRecord(dataDir: string, record: object): void {
  writeFileSync(path.join(dataDir, 'owner.json'), JSON.stringify(record))
}
