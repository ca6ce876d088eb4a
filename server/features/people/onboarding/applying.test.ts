import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../../contract/people/onboarding.ts'
import type { Context } from '../../../context.ts'
import { anyPlant, testServer, type TestServer } from '../../../test/server.ts'
import { runApplying } from './apply.service.ts'
import { giveUpUpload } from './read.service.ts'
import type { OnboardingRules } from './onboarding-rules.ts'
import * as support from './test-support.ts'
import { tidyUploads } from './uploads.service.ts'

let server: TestServer
let admin: support.Person
const never = new AbortController().signal

beforeAll(async () => {
  server = await testServer()
  admin = await server.staff('admin')
  await anyPlant(server.db)
})
afterAll(() => server.stop())

const readWorkers = async (rows: readonly string[][]) =>
  support.read(server, admin, 'workers', await support.fileOf('workers', rows))

/** An upload whose applying was asked for, while no job does it but this test. */
async function asked(rows: readonly string[][]): Promise<string> {
  const { uploadId } = await readWorkers(rows)
  await server.db
    .updateTable('onboarding_upload')
    .set({ state: 'applying', applied_by: admin.staffId, applied_at: new Date() })
    .where('upload_id', '=', uploadId)
    .execute()
  return uploadId
}

const workersOf = async (rows: readonly string[][]) => {
  const codes = rows.map(([code = '']) => code)
  return server.db
    .selectFrom('worker')
    .select(['employee_code as code', 'staff_id as staffId'])
    .where('employee_code', 'in', codes)
    .execute()
}
const someRows = (count: number) => Array.from({ length: count }, () => support.workerCells())
const auditsOf = async (uploadId: string) => {
  const rows = await server.db
    .selectFrom('audit')
    .select(['action', 'after', 'staff_id as staffId'])
    .where('subject_id', '=', uploadId)
    .execute()
  return rows.filter(({ action }) => action === 'workers.onboarded')
}

/** A server whose rules fail in the middle of the nth piece, after its rows were written. */
function failingAt(piece: number, failure: () => void): Context {
  const { onboarding } = server.context
  let pieces = 0
  const workers: OnboardingRules = {
    ...onboarding.workers,
    async apply(...given) {
      const subjects = await onboarding.workers.apply(...given)
      pieces += 1
      if (pieces === piece) failure()
      return subjects
    },
  }
  return { ...server.context, onboarding: { ...onboarding, workers } }
}

describe('applying', () => {
  test('that is cut off inside a piece goes on, and each row has its effect once', async () => {
    const rows = someRows(1000)
    const uploadId = await asked(rows)
    const powerCut = () => {
      throw new Error('The power went.')
    }
    const cut = runApplying(failingAt(3, powerCut), uploadId, never)
    await expect(cut).rejects.toThrow('The power went.')
    const half = await support.uploadNow(server, admin, uploadId)
    expect(half).toMatchObject({ state: 'applying', applied: 600, creates: 1000 })
    expect(await workersOf(rows)).toHaveLength(600)

    const stop = new AbortController()
    const stopping = failingAt(1, () => stop.abort())
    await expect(runApplying(stopping, uploadId, stop.signal)).rejects.toThrow()
    expect((await support.uploadNow(server, admin, uploadId)).applied).toBe(900)

    await runApplying(server.context, uploadId, never)
    const whole = await support.uploadNow(server, admin, uploadId)
    expect(whole).toMatchObject({ state: 'applied', applied: 1000, creates: 1000, refused: 0 })
    const made = await workersOf(rows)
    expect(new Set(made.map(({ code }) => code)).size).toBe(1000)
    expect(made).toHaveLength(1000)
    const audits = await auditsOf(uploadId)
    expect(audits).toHaveLength(4)
    expect(audits.every(({ staffId }) => staffId === admin.staffId)).toBe(true)
  })

  test('by several runs at once has each effect once, and ends once', async () => {
    const rows = someRows(900)
    const uploadId = await asked(rows)
    await Promise.all([1, 2, 3].map(() => runApplying(server.context, uploadId, never)))
    const done = await support.uploadNow(server, admin, uploadId)
    expect(done).toMatchObject({ state: 'applied', applied: 900 })
    expect(await workersOf(rows)).toHaveLength(900)
    expect(await auditsOf(uploadId)).toHaveLength(3)
  })

  test('asked for by two at once runs once', async () => {
    const rows = someRows(10)
    const { uploadId } = await readWorkers(rows)
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => support.apply(server, admin, uploadId)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await support.until(server, admin, uploadId, 'applied')
    const pressed = await server.db
      .selectFrom('audit')
      .select('seq')
      .where('subject_id', '=', uploadId)
      .where('action', '=', 'onboarding.apply')
      .execute()
    expect(pressed).toHaveLength(1)
    expect(await workersOf(rows)).toHaveLength(10)
  })

  test('looks again: what somebody else made meanwhile is told, and the rest goes on', async () => {
    const rows = someRows(3)
    const [, taken = []] = rows
    const uploadId = await asked(rows)
    await support.applied(server, admin, 'workers', [
      support.workerCells({ email: taken[2] ?? '' }),
    ])
    await runApplying(server.context, uploadId, never)
    const done = await support.uploadNow(server, admin, uploadId)
    expect(done).toMatchObject({ state: 'applied', creates: 2, refused: 1, applied: 2, open: 1 })
    const [error] = await support.errorsOf(server, admin, { upload: uploadId })
    expect(error).toMatchObject({ rowNo: 3, state: 'open', cells: taken })
    expect(error?.problems[0]).toMatchObject({ column: 'E-mail' })
  })

  test('of two files with the same person, at once, makes that person once', async () => {
    const cells = support.workerCells()
    const [one, two] = [await asked([cells]), await asked([cells, support.workerCells()])]
    await Promise.all([one, two].map((id) => runApplying(server.context, id, never)))
    const uploads = await Promise.all([one, two].map((id) => support.uploadNow(server, admin, id)))
    expect(uploads.map(({ state }) => state)).toEqual(['applied', 'applied'])
    expect(uploads.reduce((sum, { applied }) => sum + applied, 0)).toBe(2)
    expect(uploads.reduce((sum, { same }) => sum + same, 0)).toBe(1)
    expect(await workersOf([cells])).toHaveLength(1)
  })

  test('that was given up says so, and goes on when it is asked for again', async () => {
    const rows = someRows(700)
    const uploadId = await asked(rows)
    const cut = failingAt(2, () => {
      throw new Error('The power went.')
    })
    await expect(runApplying(cut, uploadId, never)).rejects.toThrow()
    await giveUpUpload(server.context, uploadId)
    const stopped = await support.uploadNow(server, admin, uploadId)
    expect(stopped).toMatchObject({ state: 'stopped', applied: 300 })
    expect(stopped.words).toMatch(/^Applying this file stopped half way.*What is applied stays\./)
    await runApplying(server.context, uploadId, never)
    expect((await support.uploadNow(server, admin, uploadId)).applied).toBe(300)

    const second = await server.staff('sub admin')
    await support.apply(server, second, uploadId)
    const done = await support.until(server, admin, uploadId, 'applied')
    expect(done).toMatchObject({ applied: 700, words: null, appliedBy: 'Test sub admin' })
    expect(await workersOf(rows)).toHaveLength(700)
  })

  test('is refused where there is nothing to apply', async () => {
    const bytes = await support.workbook([['x'], ['y']])
    const refused = await support.read(server, admin, 'workers', bytes)
    const answer = await support.apply(server, admin, refused.uploadId)
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      message: 'This file could not be read. Send it again once it is put right.',
    })
    const discarded = await server.call(contract.discardUpload, {
      token: admin.token,
      params: { uploadId: refused.uploadId },
    })
    expect(discarded.status).toBe(409)
    expect((await support.apply(server, admin, '123')).status).toBe(404)
  })
})

test('a file that nobody applies for 30 days is discarded, with its rows', async () => {
  const [old, young] = [await readWorkers(someRows(2)), await readWorkers(someRows(2))]
  const age = async (uploadId: string, days: number) =>
    server.db
      .updateTable('onboarding_upload')
      .set({ came_at: new Date(Date.now() - days * 86_400_000) })
      .where('upload_id', '=', uploadId)
      .execute()
  await age(old.uploadId, 31)
  await age(young.uploadId, 29)
  await tidyUploads(server.context)
  const after = await support.uploadNow(server, admin, old.uploadId)
  expect(after.state).toBe('discarded')
  expect(after.words).toMatch(/^Nobody applied it within 30 days/)
  expect(await support.rowsOf(server, admin, old.uploadId)).toEqual([])
  expect((await support.uploadNow(server, admin, young.uploadId)).state).toBe('ready')
  expect(await support.rowsOf(server, admin, young.uploadId)).toHaveLength(2)
})
