import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listTransfers } from '../../../../contract/ledger/points.ts'
import * as contract from '../../../../contract/ledger/points-files.ts'
import { eraseUser } from '../../../../contract/desk/users.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import * as support from '../../people/onboarding/test-support.ts'
import { runApplying } from '../../people/onboarding/apply.service.ts'
import { auditOf, brokenInvariants } from '../../desk/users/test-support.ts'
import { creditFile } from './credit.service.ts'

let server: TestServer
let maker: support.Person
let admin: support.Person
let almond: support.Person

beforeAll(async () => {
  server = await testServer()
  maker = await server.staff('sub admin')
  admin = await server.staff('admin')
  almond = await server.staff('almond team')
})
afterAll(() => server.stop())
beforeEach(() => {
  stopAfter = Infinity
})

const filesOf = async (uploadId: string) =>
  (
    await server.call(contract.listPointsFiles, {
      token: admin.token,
      query: { upload: uploadId, sort: 'oldest' },
    })
  ).body.items
async function fileOf(uploadId: string) {
  const [file] = await filesOf(uploadId)
  if (!file) throw new Error('Nothing is proposed.')
  return file
}
const approve = (by: support.Person, file: contract.PointsFile, seen = {}) => {
  const { pointsFileId, members, given, taken } = file
  return server.call(contract.approvePointsFile, {
    token: by.token,
    params: { pointsFileId },
    body: { members, given, taken, ...seen },
  })
}
const note = 'Looked at with care'
const reject = (by: support.Person, { pointsFileId }: contract.PointsFile) =>
  server.call(contract.rejectPointsFile, {
    token: by.token,
    params: { pointsFileId },
    body: { note },
  })
const withdraw = (by: support.Person, { pointsFileId }: contract.PointsFile) =>
  server.call(contract.withdrawPointsFile, {
    token: by.token,
    params: { pointsFileId },
    body: { note },
  })

async function creditedOf(uploadId: string) {
  for (const end = Date.now() + 60_000; ;) {
    const file = await fileOf(uploadId)
    if (file.state === 'credited') return file
    if (Date.now() > end) throw new Error(`It stays ${JSON.stringify(file)}.`)
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
}

/** A file of members who bring so many points each, applied. */
async function brought(...points: number[]) {
  const rows = points.map((one) => support.memberCells({ openingPoints: String(one) }))
  const { uploadId } = await support.applied(server, maker, 'members', rows)
  const found = await server.db
    .selectFrom('onboarding_row')
    .select('subject_id as memberId')
    .where('upload_id', '=', uploadId)
    .orderBy('row_no')
    .execute()
  return { uploadId, rows, memberIds: found.map(({ memberId }) => memberId ?? 0) }
}
async function balances(memberIds: readonly number[]) {
  const rows = await server.db
    .selectFrom('member_account')
    .select(['member_id', 'available'])
    .where('member_id', 'in', [...memberIds])
    .execute()
  const of = new Map(rows.map((row) => [row.member_id, Number(row.available)]))
  return memberIds.map((id) => of.get(id) ?? 0)
}

/** Ends a run of pieces as a killed process does. */
let stopAfter = Infinity
const dying = () => {
  let checks = 0
  return {
    throwIfAborted() {
      if (++checks > stopAfter) throw new Error('killed')
    },
  } as AbortSignal
}

describe('opening points', () => {
  test('wait for a second person, who sees the total, and move once', async () => {
    const { uploadId, memberIds } = await brought(500, 1_200, 0)
    expect(await balances(memberIds)).toEqual([0, 0, 0])
    const file = await fileOf(uploadId)
    expect(file).toMatchObject({
      cause: 'opening',
      state: 'waiting',
      members: 2,
      given: 1_700,
      taken: 0,
      makerIds: [maker.staffId],
    })
    const { status, body } = await approve(admin, file)
    expect([status, body]).toMatchObject([200, { decidedBy: expect.any(String) }])
    expect(await creditedOf(uploadId)).toMatchObject({ credited: 2, short: 0 })
    expect(await balances(memberIds)).toEqual([500, 1_200, 0])
    const { body: ledger } = await server.call(listTransfers, {
      token: admin.token,
      query: { kind: ['opening'], member: memberIds[1] },
    })
    expect(ledger.items).toMatchObject([
      {
        kind: 'opening',
        debit: 'opening',
        credit: 'available',
        points: 1_200,
        availableAfter: 1_200,
        ref: file.pointsFileId,
      },
    ])
    // The job that comes again, and a second approval, move nothing.
    await creditFile(server.context, file.pointsFileId, new AbortController().signal)
    expect((await approve(almond, file)).status).toBe(409)
    expect(await balances(memberIds)).toEqual([500, 1_200, 0])
    const audit = await server.db
      .selectFrom('audit')
      .select(['action', 'staff_id', 'after'])
      .where('subject', '=', 'points_file')
      .where('subject_id', '=', file.pointsFileId)
      .execute()
    expect(audit).toEqual([
      {
        action: 'points_file.approved',
        staff_id: admin.staffId,
        after: { state: 'crediting', members: 2, given: 1_700, taken: 0 },
      },
    ])
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('are never approved by who sent, applied or corrected the file', async () => {
    const rows = [
      support.memberCells({ openingPoints: '300' }),
      support.memberCells({ memberKind: 'plumber', openingPoints: '40' }),
    ]
    const bytes = await support.fileOf('members', rows)
    const { uploadId } = await support.read(server, admin, 'members', bytes)
    await support.apply(server, almond, uploadId)
    await support.until(server, almond, uploadId, 'applied')
    const before = await fileOf(uploadId)
    for (const by of [admin, almond]) {
      const { status, body } = await approve(by, before)
      expect([status, body]).toMatchObject([
        409,
        { message: 'You sent, applied or corrected this file: somebody else must decide it.' },
      ])
    }
    const second = await server.staff('admin')
    const right = rows[1]?.map((cell) => (cell === 'plumber' ? 'Mason' : cell)) ?? []
    const corrected = await support.retry(server, second, { uploadId, rowNo: 3 }, right)
    expect(corrected.body).toMatchObject({ applied: true })
    // What was looked at is not what stands there now.
    const third = await server.staff('admin')
    expect((await approve(third, before)).status).toBe(409)
    const now = await fileOf(uploadId)
    expect(now).toMatchObject({ members: 2, given: 340 })
    expect((await approve(second, now)).status).toBe(409)
    expect((await approve(third, now)).status).toBe(200)
    await creditedOf(uploadId)
    const cs = await server.staff('cs')
    expect((await approve(cs, now)).status).toBe(403)
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('of a row that is corrected after the approval are a proposal of their own', async () => {
    const rows = [
      support.memberCells({ openingPoints: '10' }),
      support.memberCells({ memberKind: 'plumber', openingPoints: '20' }),
    ]
    const { uploadId } = await support.applied(server, maker, 'members', rows)
    await approve(admin, await fileOf(uploadId))
    await creditedOf(uploadId)
    const right = rows[1]?.map((cell) => (cell === 'plumber' ? 'Mason' : cell)) ?? []
    await support.retry(server, maker, { uploadId, rowNo: 3 }, right)
    expect(await filesOf(uploadId)).toMatchObject([
      { state: 'credited', given: 10 },
      { state: 'waiting', given: 20 },
    ])
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('of two approvals at once, and of an approval beside a withdrawal, one happens', async () => {
    const one = await brought(100, 200)
    const file = await fileOf(one.uploadId)
    const both = await Promise.all([approve(admin, file), approve(almond, file)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await creditedOf(one.uploadId)
    expect(await balances(one.memberIds)).toEqual([100, 200])

    const two = await brought(100, 200)
    const other = await fileOf(two.uploadId)
    const answers = await Promise.all([approve(admin, other), withdraw(maker, other)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const approved = answers[0].status === 200
    if (approved) await creditedOf(two.uploadId)
    expect((await fileOf(two.uploadId)).state).toBe(approved ? 'credited' : 'withdrawn')
    expect(await balances(two.memberIds)).toEqual(approved ? [100, 200] : [0, 0])
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('that are rejected or withdrawn move nothing and may come again; only makers withdraw', async () => {
    const { uploadId, rows, memberIds } = await brought(700)
    const file = await fileOf(uploadId)
    expect((await withdraw(admin, file)).status).toBe(409)
    expect((await reject(maker, file)).status).toBe(403)
    expect((await reject(admin, file)).body).toMatchObject({ state: 'rejected', given: 700, note })
    expect((await approve(almond, file)).status).toBe(409)
    const other = await fileOf((await brought(50)).uploadId)
    expect((await withdraw(maker, other)).body).toMatchObject({ state: 'withdrawn', given: 50 })
    // A second file brings the same points to the same member.
    const again = await support.applied(server, maker, 'members', [...rows, support.memberCells()])
    expect(again).toMatchObject({ creates: 1, changes: 1 })
    await approve(admin, await fileOf(again.uploadId))
    await creditedOf(again.uploadId)
    expect(await balances(memberIds)).toEqual([700])
    // A third one is the same, and one with more is refused.
    const more = rows.map((cells) => cells.map((cell) => (cell === '700' ? '900' : cell)))
    const bytes = await support.fileOf('members', [...more, support.memberCells()])
    const third = await support.read(server, maker, 'members', bytes)
    expect(third).toMatchObject({ refused: 1, creates: 1 })
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('survive a process that is killed between pieces of applying and of moving', async () => {
    const many = Array.from({ length: 650 }, () => support.memberCells({ openingPoints: '3' }))
    const bytes = await support.fileOf('members', many)
    const upload = await support.read(server, maker, 'members', bytes)
    const { uploadId } = upload
    // No job runs: this process is the one that dies.
    await sql`update onboarding_upload set state = 'applying', applied_by = ${maker.staffId},
      applied_at = now() where upload_id = ${uploadId}`.execute(server.db)
    stopAfter = 1
    await expect(runApplying(server.context, uploadId, dying())).rejects.toThrow('killed')
    const half = await fileOf(uploadId)
    expect(half).toMatchObject({ state: 'collecting', members: 300, given: 900 })
    const { body } = await approve(admin, half)
    expect(body).toMatchObject({
      message: 'The file is still being applied. Wait until all of it is.',
    })
    stopAfter = Infinity
    await Promise.all([1, 2].map(() => runApplying(server.context, uploadId, dying())))
    expect(await fileOf(uploadId)).toMatchObject({ state: 'waiting', members: 650, given: 1_950 })

    const { pointsFileId } = await fileOf(uploadId)
    await sql`update points_file set state = 'crediting', decided_by = ${admin.staffId},
      decided_at = now() where points_file_id = ${pointsFileId}`.execute(server.db)
    stopAfter = 2
    await expect(creditFile(server.context, pointsFileId, dying(), 200)).rejects.toThrow('killed')
    expect(await fileOf(uploadId)).toMatchObject({ state: 'crediting', credited: 400 })
    stopAfter = Infinity
    await Promise.all([1, 2].map(() => creditFile(server.context, pointsFileId, dying(), 200)))
    expect(await fileOf(uploadId)).toMatchObject({ state: 'credited', credited: 650 })
    const { rows } = await sql<{ n: number; points: number }>`
      select count(*)::int as n, sum(points)::int as points from transfer
      where ref = ${pointsFileId}`.execute(server.db)
    expect(rows).toEqual([{ n: 650, points: 1_950 }])
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('keep a member from being erased while they wait', async () => {
    const { uploadId, memberIds } = await brought(50)
    const memberId = memberIds[0] ?? 0
    const { code } = await server.db
      .selectFrom('member')
      .select('code')
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow()
    const erase = () =>
      server.call(eraseUser, {
        token: admin.token,
        params: { memberId },
        body: { reason: 'Asked for it', confirm: code },
      })
    expect([(await erase()).status]).toEqual([409])
    await approve(admin, await fileOf(uploadId))
    await creditedOf(uploadId)
    expect((await erase()).status).toBe(200)
    expect(await brokenInvariants(server)).toEqual([])
  })
})

describe('points given and taken by file', () => {
  const pointRows = (...rows: [string, string, string][]) => rows

  test('are one proposal, with its total; of who has too few by then nothing is taken', async () => {
    const { uploadId: bringing, memberIds } = await brought(100, 100)
    await approve(admin, await fileOf(bringing))
    await creditedOf(bringing)
    const members = await server.db
      .selectFrom('member')
      .select(['code', 'mobile'])
      .where('member_id', 'in', memberIds)
      .orderBy('member_id')
      .execute()
    const [one, two] = members
    const rows = pointRows(
      [one?.code ?? '', '250', 'Painter meet in Jaipur'],
      [two?.mobile ?? '', '-80', 'Given twice'],
      ['HIL999999', '5', 'Nobody has this'],
      [one?.mobile ?? '', '1', 'The same member again'],
      [two?.code ?? '', '0', 'Nothing'],
    )
    const upload = await support.applied(server, maker, 'points', rows)
    expect(upload).toMatchObject({ changes: 2, refused: 3, applied: 2 })
    const file = await fileOf(upload.uploadId)
    expect(file).toMatchObject({ cause: 'adjustment', members: 2, given: 250, taken: 80 })
    expect(await balances(memberIds)).toEqual([100, 100])
    // Meanwhile the second one spends most of it.
    await sql`update points_file_row set points = -180 where points_file_id = ${file.pointsFileId}
      and points < 0`.execute(server.db)
    await sql`update points_file set taken = 180 where points_file_id = ${file.pointsFileId}`.execute(
      server.db,
    )
    await approve(admin, { ...file, taken: 180 })
    expect(await creditedOf(upload.uploadId)).toMatchObject({ credited: 1, short: 1 })
    expect(await balances(memberIds)).toEqual([350, 100])
    expect(await brokenInvariants(server)).toEqual([])
    expect(await auditOf(server, memberIds[0] ?? 0)).toEqual([])
  })

  test('beyond the most of one file are refused at the approval', async () => {
    const { uploadId } = await brought(1)
    const file = await fileOf(uploadId)
    await sql`update points_file set cause = 'adjustment', given = 10000001
      where points_file_id = ${file.pointsFileId}`.execute(server.db)
    const { status, body } = await approve(admin, { ...file, given: 10_000_001 })
    expect([status, body]).toMatchObject([
      409,
      { message: expect.stringContaining('one file gives at most 1,00,00,000') },
    ])
    await sql`update points_file set cause = 'opening', given = 1
      where points_file_id = ${file.pointsFileId}`.execute(server.db)
  })
})
