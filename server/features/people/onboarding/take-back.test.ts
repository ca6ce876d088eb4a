import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { requestBatch } from '../../../../contract/programme/batches.ts'
import { errorBody } from '../../../../contract/errors.ts'
import * as contract from '../../../../contract/people/onboarding.ts'
import type { OnboardingKind } from '../../../../contract/people/onboarding.ts'
import { withdrawPointsFile } from '../../../../contract/ledger/points-files.ts'
import { changeWorker, getWorker, resetWorker } from '../../../../contract/people/workers.ts'
import { ONBOARDING_COLUMNS } from '../../../../contract/people/onboarding-columns.ts'
import { anyPlant, testServer, type TestServer } from '../../../test/server.ts'
import { haveGroups } from '../../../test/product-groups.ts'
import { brokenInvariants } from '../../desk/users/test-support.ts'
import * as support from './test-support.ts'

let server: TestServer
let maker: support.Person

beforeAll(async () => {
  server = await testServer()
  maker = await server.staff('admin')
  await haveGroups(server.db, 'Putty')
  await anyPlant(server.db)
})
afterEach(async () => {
  const broken = await brokenInvariants(server)
  if (broken.length > 0) throw new Error(`Broken: ${broken.join(', ')}`)
})
afterAll(() => server.stop())

const reason = 'The wrong file of the two'
const takeBack = (uploadId: string, { token } = maker) =>
  server.call(contract.takeUploadBack, { token, params: { uploadId }, body: { reason } })

const productCells = (code: string) => {
  const cells: Record<string, string> = {
    sku: code,
    name: `Putty ${code}`,
    group: 'Putty',
    points: '40',
  }
  return ONBOARDING_COLUMNS.products.map(({ key }) => cells[key] ?? '')
}
let last = 0
const CELLS: Record<Exclude<OnboardingKind, 'points'>, () => string[]> = {
  workers: () => support.workerCells(),
  distributors: () => support.distributorCells(),
  products: () => productCells(`BACK${++last}`),
  members: () => support.memberCells(),
}
const TABLES = {
  workers: 'staff',
  distributors: 'distributor',
  products: 'product',
  members: 'member',
}
const KINDS = Object.keys(CELLS) as (keyof typeof CELLS)[]

async function countOf(kind: keyof typeof CELLS): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(TABLES[kind])}`.execute(server.db)
  return rows[0]?.n ?? -1
}
async function subjectsOf(uploadId: string): Promise<number[]> {
  const rows = await support.rowsOf(server, maker, uploadId)
  return rows.map(({ subjectId }) => subjectId ?? -1)
}

describe.each(KINDS)('a file of %s', (kind) => {
  test('is taken back whole, and can be sent and applied again', async () => {
    const before = await countOf(kind)
    const rows = [CELLS[kind](), CELLS[kind](), CELLS[kind]()]
    const upload = await support.applied(server, maker, kind, rows)
    expect(await countOf(kind)).toBe(before + 3)
    const { status, body } = await takeBack(upload.uploadId)
    expect([status, body]).toMatchObject([
      200,
      { state: 'taken_back', words: `Taken back by Test admin: ${reason}` },
    ])
    expect(await countOf(kind)).toBe(before)
    expect(await subjectsOf(upload.uploadId)).toEqual([-1, -1, -1])
    expect((await takeBack(upload.uploadId)).body).toMatchObject({
      message: 'This file was taken back. Send it again.',
    })
    const again = await support.applied(server, maker, kind, rows)
    expect(again).toMatchObject({ creates: 3, applied: 3, sentBefore: false })
    expect(again.uploadId).not.toBe(upload.uploadId)
    expect(await countOf(kind)).toBe(before + 3)
    const { after } = await server.db
      .selectFrom('audit')
      .select('after')
      .where('action', '=', 'onboarding.taken_back')
      .where('subject_id', '=', upload.uploadId)
      .executeTakeFirstOrThrow()
    expect(after).toMatchObject({ state: 'taken_back', deleted: 3 })
  })

  test('that changed what was there before is not', async () => {
    const cells = CELLS[kind]()
    await support.applied(server, maker, kind, [cells])
    const at = ONBOARDING_COLUMNS[kind].findIndex(({ key }) => key === 'city' || key === 'name')
    const other = cells.with(at, `${cells[at]} Road`)
    const upload = await support.applied(server, maker, kind, [other, CELLS[kind]()])
    expect(upload).toMatchObject({ creates: 1, changes: 1 })
    const before = await countOf(kind)
    expect(await takeBack(upload.uploadId)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('This file changed 1 row that was there before') },
    })
    expect(await countOf(kind)).toBe(before)
  })
})

describe('something that hangs on a row keeps the whole file, and is told', () => {
  const refusal = async (kind: keyof typeof CELLS, uploadId: string) => {
    const before = await countOf(kind)
    const { status, body } = await takeBack(uploadId)
    expect(await countOf(kind)).toBe(before)
    const row = await server.call(contract.getUpload, { token: maker.token, params: { uploadId } })
    expect([status, row.body.state]).toEqual([409, 'applied'])
    return errorBody.parse(body).message
  }

  test('a worker who has set a password', async () => {
    const upload = await support.applied(server, maker, 'workers', [
      CELLS.workers(),
      CELLS.workers(),
    ])
    const [, second = 0] = await subjectsOf(upload.uploadId)
    const { body } = await server.call(getWorker, {
      token: maker.token,
      params: { staffId: second },
    })
    await server.db
      .updateTable('staff')
      .set({ password_hash: 'x' })
      .where('staff_id', '=', second)
      .execute()
    expect(await refusal('workers', upload.uploadId)).toBe(
      `Already in use: ${body.employeeCode} (signed in). The file can no longer be taken back; nothing was changed.`,
    )
  })

  test('a worker who was corrected; one who only got a link goes with the file', async () => {
    const upload = await support.applied(server, maker, 'workers', [CELLS.workers()])
    const [staffId = 0] = await subjectsOf(upload.uploadId)
    const { token } = maker
    await server.call(resetWorker, { token, params: { staffId }, body: { reason } })
    const { body } = await server.call(getWorker, { token, params: { staffId } })
    const { employeeCode, email, mobile, shift, language, joinedOn, version } = body
    const fields = { employeeCode, email, mobile, shift, language, joinedOn, name: 'Somebody Else' }
    const changed = await server.call(changeWorker, {
      token,
      params: { staffId },
      body: { ...fields, version },
    })
    expect(changed.status).toBe(200)
    expect(await refusal('workers', upload.uploadId)).toContain('(changed since)')
    const other = await support.applied(server, maker, 'workers', [CELLS.workers()])
    const [linked = 0] = await subjectsOf(other.uploadId)
    await server.call(resetWorker, { token, params: { staffId: linked }, body: { reason } })
    expect((await takeBack(other.uploadId)).status).toBe(200)
  })

  test('a product of which a batch was requested', async () => {
    const upload = await support.applied(server, maker, 'products', [CELLS.products()])
    const [productId = 0] = await subjectsOf(upload.uploadId)
    const asked = await server.call(requestBatch, {
      token: (await server.staff('sub admin')).token,
      body: {
        plantId: await anyPlant(server.db),
        productId,
        quantity: 10,
        points: 40,
        expiresOn: '2090-01-01',
      },
    })
    expect(asked.status).toBe(200)
    expect(await refusal('products', upload.uploadId)).toContain('(batches)')
  })

  test('a distributor with members, who may be of a later file', async () => {
    const cells = CELLS.distributors()
    const upload = await support.applied(server, maker, 'distributors', [cells])
    const code = cells[ONBOARDING_COLUMNS.distributors.findIndex(({ key }) => key === 'code')]
    const members = await support.applied(server, maker, 'members', [
      support.memberCells({ distributorCode: code ?? '' }),
    ])
    expect(await refusal('distributors', upload.uploadId)).toBe(
      `Already in use: ${code} (members). The file can no longer be taken back; nothing was changed.`,
    )
    expect((await takeBack(members.uploadId)).status).toBe(200)
    expect((await takeBack(upload.uploadId)).status).toBe(200)
  })

  test('a member who signed in', async () => {
    const upload = await support.applied(server, maker, 'members', [
      CELLS.members(),
      CELLS.members(),
      CELLS.members(),
      CELLS.members(),
    ])
    const ids = await subjectsOf(upload.uploadId)
    await sql`insert into session (token_hash, member_id, created_at, seen_at, expires_at)
      select int4send(m), m, now(), now(), now() from unnest(${ids}::int[]) m`.execute(server.db)
    expect(await refusal('members', upload.uploadId)).toMatch(
      /^Already in use: HIL\d+, HIL\d+ and HIL\d+ \(signed in\)\./,
    )
    await sql`delete from session where member_id = any(${ids}::int[])`.execute(server.db)
  })

  test('opening points that wait for approval; withdrawn they hang on nobody', async () => {
    const upload = await support.applied(server, maker, 'members', [
      support.memberCells({ openingPoints: '500' }),
    ])
    expect(await refusal('members', upload.uploadId)).toContain(
      '(opening points waiting for approval)',
    )
    const { points_file_id: pointsFileId } = await server.db
      .selectFrom('points_file')
      .select('points_file_id')
      .where('upload_id', '=', upload.uploadId)
      .executeTakeFirstOrThrow()
    const withdrawn = await server.call(withdrawPointsFile, {
      token: maker.token,
      params: { pointsFileId },
      body: { note: reason },
    })
    expect(withdrawn.status).toBe(200)
    expect((await takeBack(upload.uploadId)).status).toBe(200)
  })
})

test('its open errors are dismissed, and what was corrected is taken back with it', async () => {
  const wrong = support.workerCells({ plantCode: 'NONE' })
  const mended = support.workerCells({ plantCode: 'NONE' })
  const before = await countOf('workers')
  const upload = await support.applied(server, maker, 'workers', [
    support.workerCells(),
    wrong,
    mended,
  ])
  expect(upload).toMatchObject({ creates: 1, refused: 2 })
  const rows = await support.rowsOf(server, maker, upload.uploadId)
  const retried = await server.call(contract.retryOnboardingRow, {
    token: maker.token,
    params: { uploadId: upload.uploadId, rowNo: rows[2]?.rowNo ?? 0 },
    body: { cells: mended.map((cell) => (cell === 'NONE' ? 'PT' : cell)) },
  })
  expect(retried.body.applied).toBe(true)
  expect(await countOf('workers')).toBe(before + 2)
  expect((await takeBack(upload.uploadId)).body).toMatchObject({ state: 'taken_back', open: 0 })
  expect(await countOf('workers')).toBe(before)
})

test('who may not apply the kind of file does not take it back', async () => {
  const upload = await support.applied(server, maker, 'products', [CELLS.products()])
  for (const role of ['cs', 'sub admin'] as const) {
    expect((await takeBack(upload.uploadId, await server.staff(role))).status).toBe(403)
  }
  expect((await takeBack('1', maker)).status).toBe(404)
})
