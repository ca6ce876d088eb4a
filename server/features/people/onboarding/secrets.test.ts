import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ErrorRow, UploadRow } from '../../../../contract/people/onboarding.ts'
import { gstinCheck } from '../../../../contract/india.ts'
import { anyPlant, testServer, type TestServer } from '../../../test/server.ts'
import { keyStatus, rotate } from '../../platform/vault/rotation.service.ts'
import { maskedIdentity } from './masks.ts'
import * as support from './test-support.ts'

let server: TestServer
let admin: support.Person

beforeAll(async () => {
  server = await testServer()
  admin = await server.staff('admin')
  await anyPlant(server.db)
})
afterAll(() => server.stop())

/** Not those that the words of a refusal show as an example. */
const PAN = 'BQRPK7391L'
const gstinOf = (pan: string) => `08${pan}1Z${gstinCheck(`08${pan}1Z`)}`
const GSTIN = gstinOf(PAN)
const BROKEN = 'BQRPK7391'

test.each([
  ['', ''],
  [PAN, 'BQRPK****L'],
  [' bqrpk 7391l ', 'BQRPK****L'],
  [GSTIN, `08BQRPK****L1Z${GSTIN.at(-1)}`],
  [BROKEN, '•••••••91'],
  ['1L', '••'],
])('%j is shown as %j', (text, masked) => {
  expect(maskedIdentity(text)).toBe(masked)
})

/** A right firm and one whose PAN is wrong, in a file that is applied as far as `state` says. */
async function firms(isApplied: boolean, gstin = GSTIN, mobile = '9812345670'): Promise<string> {
  const rows = [
    support.distributorCells({ gstin, mobile }),
    support.distributorCells({ pan: BROKEN, pincode: '99', mobile: '9812345671' }),
  ]
  const bytes = await support.fileOf('distributors', rows)
  const { uploadId } = await support.read(server, admin, 'distributors', bytes)
  if (!isApplied) return uploadId
  await support.apply(server, admin, uploadId)
  await support.until(server, admin, uploadId, 'applied')
  return uploadId
}
const numbers = (row: UploadRow | ErrorRow | undefined) => row?.cells?.slice(-2)

test('a PAN or GSTIN is whole for those who may correct it only', async () => {
  const cs = await server.staff('cs')
  const preview = await firms(false)
  const masked = [`08BQRPK****L1Z${GSTIN.at(-1)}`, '']
  expect((await support.rowsOf(server, cs, preview)).map(numbers)).toEqual([
    masked,
    ['', '•••••••91'],
  ])
  expect((await support.rowsOf(server, admin, preview)).map(numbers)).toEqual([
    [GSTIN, ''],
    ['', BROKEN],
  ])
  const uploadId = await firms(true, gstinOf('BQRPK7392L'))
  const [shown, whole] = await Promise.all(
    [cs, admin].map(async (person) => support.errorsOf(server, person, { upload: uploadId })),
  )
  expect(numbers(shown?.[0])).toEqual(['', '•••••••91'])
  expect(numbers(whole?.[0])).toEqual(['', BROKEN])
  const problems = JSON.stringify(whole?.[0]?.problems)
  expect(problems).toContain('PAN')
  expect(problems).not.toContain(BROKEN)
})

test('nothing that a file held stands anywhere in the clear', async () => {
  const uploadId = await firms(false, GSTIN, '9812345680')
  const cells = support.workerCells({ shift: 'Z', mobile: '9812345672' })
  const workers = await support.fileOf('workers', [cells])
  const { uploadId: other } = await support.read(server, admin, 'workers', workers)
  const { rows } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss')`.execute(server.db)
  expect(rows.length).toBeGreaterThan(50)
  const dump: string[] = []
  for (const { name } of rows) {
    const table = await sql<{
      text: string
    }>`select t::text as text from ${sql.raw(name)} t`.execute(server.db)
    dump.push(...table.rows.map(({ text }) => text))
  }
  const text = dump.join('\n')
  expect(text).toContain(uploadId)
  expect(text).toContain(other)
  for (const value of [GSTIN, BROKEN, '9812345680', '9812345671', '9812345672', cells[2] ?? '']) {
    expect(text.includes(value), value).toBe(false)
    expect(text.includes(Buffer.from(value).toString('hex')), value).toBe(false)
  }
})

test('a rotation of keys covers files that wait and rows that are kept', async () => {
  const uploadId = await firms(true, gstinOf('BQRPK7393L'))
  const waits = await firms(false)
  const sealed = await server.context.vault.seal(Buffer.from('x'), `onboarding_file:${waits}:0`)
  await server.db
    .insertInto('onboarding_file')
    .values({ upload_id: waits, piece: 0, sealed })
    .execute()
  const before = await support.rowsOf(server, admin, waits)
  await rotate(server.context, () => {})
  const [held] = (await keyStatus(server.db)).filter(
    ({ purpose, retiredAt }) => purpose === 'seal' && retiredAt === null,
  )
  expect(held?.values).toMatchObject({ 'onboarding_file.sealed': 1 })
  expect(held?.values['onboarding_row.sealed']).toBeGreaterThan(3)
  expect(await support.rowsOf(server, admin, waits)).toEqual(before)
  const file = await server.db
    .selectFrom('onboarding_file')
    .select('sealed')
    .executeTakeFirstOrThrow()
  const opened = await server.context.vault.open(file.sealed, `onboarding_file:${waits}:0`)
  expect(opened.toString()).toBe('x')
  const [error] = await support.errorsOf(server, admin, { upload: uploadId })
  expect(numbers(error)).toEqual(['', BROKEN])
}, 60_000)
