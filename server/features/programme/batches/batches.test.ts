import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../../contract/programme/batches.ts'
import type { BatchAction, BatchStatus } from '../../../../contract/programme/batches.ts'
import { batchLetters, parseCode } from '../../../../contract/programme/code.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import { verifyAudit } from '../../platform/audit/audit.service.ts'
import { codeKey } from './codes.ts'
import { SHEET_PRESETS, singleLabel } from '../../../../contract/programme/label-sheets.ts'
import { readPages } from './print-test-support.ts'
import { openPrintAnswer } from '../../../test/open-print-file.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import {
  countedCoupons,
  generated,
  printed,
  requestBody,
  requested,
  team,
  waitFor,
  type Team,
} from './test-support.ts'

let server: TestServer
let people: Team

beforeAll(async () => {
  server = await testServer({ BATCH_SECOND_APPROVAL_FROM: '500' })
  people = await team(server)
})
afterAll(() => server.stop())

const approve = (who: { token: string }, batchId: number) =>
  server.call(contract.approveBatch, { token: who.token, params: { batchId }, body: {} })

describe('the life of a batch', () => {
  test('request, two approvals, generation, print file, close', async () => {
    const batch = await requested(server, people, { quantity: 600, note: 'For the monsoon' })
    expect(batch).toMatchObject({
      status: 'requested',
      letters: batchLetters(batch.batchId),
      approvals: 0,
      approvalsNeeded: 2,
      requestedById: people.maker.staffId,
      note: 'For the monsoon',
      counts: { printed: 0, active: 0, deactivated: 0, scanned: 0, blocked: 0 },
    })
    const first = await approve(people.checker, batch.batchId)
    expect(first.body).toMatchObject({ status: 'requested', approvals: 1 })
    const second = await approve(people.second, batch.batchId)
    expect(second.body).toMatchObject({ status: 'approved', approvals: 2 })
    const done = await waitFor(server, people, batch.batchId, (b) => b.status === 'generated')
    expect(done).toMatchObject({
      generated: 600,
      failure: null,
      counts: { printed: 600, active: 0 },
      approvedByIds: [people.checker.staffId, people.second.staffId],
    })
    expect(done.events.map(({ action }) => action)).toEqual([
      'request',
      'approve',
      'approve',
      'generate',
    ])
    await printed(server, people, batch.batchId)
    const params = { batchId: batch.batchId }
    const closed = await server.call(contract.closeBatch, {
      token: people.second.token,
      params,
      body: {},
    })
    expect(closed.body.status).toBe('closed')
    const again = await server.raw(contract.printBatch, {
      token: people.printer.token,
      params,
      body: { format: 'csv' },
    })
    expect(again.status).toBe(409)
    expect(await again.json()).toMatchObject({
      message: `Batch ${batch.batchId} is closed: its print file is not given again.`,
    })
  })

  test('the print file is the coupons, and each time is on record', async () => {
    const { batchId, quantity } = await generated(server, people, { quantity: 60 })
    const rows = await printed(server, people, batchId)
    expect(rows).toHaveLength(quantity)
    const stored = await server.db
      .selectFrom('coupon')
      .select(['code_key', 'serial', 'status'])
      .where('batch_id', '=', batchId)
      .orderBy('serial')
      .execute()
    const expiry = addDays(dayOf(new Date()), 90)
    rows.forEach(([serial, code = '', qr = '', product, points, expiresOn], index) => {
      const parsed = parseCode(code)
      expect(parsed?.batchId).toBe(batchId)
      expect(parseCode(qr)).toEqual(parsed)
      expect([serial, product, points, expiresOn]).toEqual([
        String(index + 1),
        'Test product',
        '40',
        expiry,
      ])
      expect(stored[index]).toEqual({
        code_key: codeKey(batchId, parsed?.code ?? ''),
        serial: index + 1,
        status: 0,
      })
    })
    expect(await printed(server, people, batchId)).toEqual(rows)
    const trail = await server.db
      .selectFrom('audit')
      .select(['staff_id', 'reason'])
      .where('subject_id', '=', String(batchId))
      .where('action', '=', 'batch.printed')
      .execute()
    expect(trail).toEqual(Array(2).fill({ staff_id: people.printer.staffId, reason: 'csv' }))
  })

  test('the spreadsheet holds the same rows and says what it is', async () => {
    const { batchId } = await generated(server, people, { quantity: 3 })
    const answer = await server.raw(contract.printBatch, {
      token: people.printer.token,
      params: { batchId },
      body: { format: 'xlsx' },
    })
    const name = `batch-${batchId}-${batchLetters(batchId)}`
    expect(answer.headers.get('content-disposition')).toContain(`${name}-xlsx-locked.zip`)
    const file = await openPrintAnswer(answer)
    expect(file.name).toBe(`${name}.xlsx`)
    const { readXlsx } = await import('hucre')
    const book = await readXlsx(new Uint8Array(file.bytes))
    const [sheet, about] = book.sheets
    const csv = await printed(server, people, batchId)
    expect(sheet?.rows.slice(1).map((row) => row.slice(0, 3))).toEqual(
      csv.map(([serial, code, qr]) => [Number(serial), code, qr]),
    )
    const notes = about?.rows.map((row) => row.join(': ')).join('\n')
    expect(notes).toContain('QR form: Web address')
  })
})

describe('labels', () => {
  const print = (batchId: number, body: object) =>
    server.raw(contract.printBatch, { token: people.printer.token, params: { batchId }, body })
  const { sheet } = SHEET_PRESETS['a4-24'] ?? {}

  test('a run of labels is given out as a PDF, on record with its serials', async () => {
    const { batchId } = await generated(server, people, { quantity: 30 })
    const answer = await print(batchId, { format: 'pdf', sheet, from: 5, to: 9 })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    const file = await openPrintAnswer(answer)
    expect(file.name).toContain('-5-9.pdf')
    const pages = await readPages(file.bytes)
    const rows = await printed(server, people, batchId)
    expect(pages.flatMap(({ qrs }) => qrs.map(({ text }) => text))).toEqual(
      rows.slice(4, 9).map(([, , address]) => address),
    )
    const batch = await server.call(contract.getBatch, {
      token: people.printer.token,
      params: { batchId },
    })
    const notes = batch.body.events.filter(({ action }) => action === 'print')
    expect(notes.map(({ note }) => note)).toEqual(['pdf, 5 to 9', 'csv'])
  })

  test('what cannot be printed is refused at its field, and is no print', async () => {
    const { batchId } = await generated(server, people, { quantity: 30 })
    for (const [body, field, words] of [
      [{ format: 'pdf' }, 'sheet', 'Choose the size of the labels.'],
      [{ format: 'zpl', sheet, dpi: 200 }, 'dpi', '203, 300 or 600 dots an inch.'],
      [{ format: 'pdf', sheet: { ...sheet, columns: 4 } }, 'sheet.columns', 'need 280 mm'],
      [{ format: 'pdf', sheet: { ...sheet, rows: 9 } }, 'sheet.rows', 'the page is 297 mm high'],
      [{ format: 'pdf', sheet: singleLabel(12, 12) }, 'sheet.labelWidth', 'is too small'],
      [{ format: 'svg', from: 31 }, 'from', `Batch ${batchId} has the serials 1 to 30.`],
      [{ format: 'svg', from: 9, to: 8 }, 'to', 'must not be before the first'],
      [{ format: 'gif' }, 'format', 'The format is one of: pdf, svg, png, zpl, xlsx, csv.'],
    ] as const) {
      const answer = await print(batchId, body)
      const refusal: { fields: Record<string, string> } = await answer.json()
      expect(answer.status).toBe(400)
      expect(refusal.fields[field]).toContain(words)
    }
    const batch = await server.call(contract.getBatch, {
      token: people.printer.token,
      params: { batchId },
    })
    expect(batch.body.status).toBe('generated')
  })
})

describe('who may', () => {
  test('who asked for a batch cannot approve it', async () => {
    const { batchId } = await requested(server, people)
    // The roles that ask and those that approve are apart; a person may change from one to the other.
    await server.db
      .updateTable('coupon_batch')
      .set({ requested_by: people.checker.staffId })
      .where('batch_id', '=', batchId)
      .execute()
    const answer = await approve(people.checker, batchId)
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      message: 'You asked for this batch: somebody else must approve it.',
    })
  })

  test('one person does not approve twice', async () => {
    const { batchId } = await requested(server, people, { quantity: 500 })
    expect((await approve(people.checker, batchId)).body.approvals).toBe(1)
    const again = await approve(people.checker, batchId)
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({
      message: 'You approved this batch already: a second person must.',
    })
  })

  test.each([
    ['requestBatch', 'hod'],
    ['approveBatch', 'sub admin'],
    ['rejectBatch', 'almond team'],
    ['printBatch', 'admin'],
    ['blockBatch', 'hod'],
    ['retryBatch', 'almond team'],
  ] as const)('%s is refused to %s', async (name, role) => {
    const { token } = await server.staff(role)
    const answer = await server.raw(contract[name], { token, params: { batchId: 1 }, body: {} })
    expect(answer.status).toBe(403)
  })
})

const ALLOWED: Record<BatchAction, readonly BatchStatus[]> = {
  approve: ['requested'],
  reject: ['requested'],
  withdraw: ['requested'],
  generate: ['approved'],
  print: ['generated', 'printed'],
  close: ['printed'],
  block: ['generated', 'printed', 'closed'],
  unblock: ['blocked'],
}
const LEADS: Record<BatchAction, BatchStatus> = {
  approve: 'approved',
  reject: 'rejected',
  withdraw: 'withdrawn',
  generate: 'generated',
  print: 'printed',
  close: 'closed',
  block: 'blocked',
  unblock: 'printed',
}

describe('every pair of state and action', () => {
  const steps = {
    approve: { endpoint: contract.approveBatch, by: () => people.checker, body: {} },
    reject: { endpoint: contract.rejectBatch, by: () => people.checker, body: { note: 'No need' } },
    withdraw: { endpoint: contract.withdrawBatch, by: () => people.maker, body: {} },
    print: { endpoint: contract.printBatch, by: () => people.printer, body: { format: 'csv' } },
    close: { endpoint: contract.closeBatch, by: () => people.second, body: {} },
    block: { endpoint: contract.blockBatch, by: () => people.second, body: { note: 'Stolen lot' } },
    unblock: { endpoint: contract.unblockBatch, by: () => people.second, body: { note: 'Found' } },
  }
  const pairs = (Object.keys(steps) as (keyof typeof steps)[]).flatMap((action) =>
    contract.BATCH_STATUSES.map((status) => ({ action, status })),
  )

  test.each(pairs)('$action from $status', async ({ action, status }) => {
    const { batchId } = await requested(server, people)
    await server.db
      .updateTable('coupon_batch')
      .set({ status })
      .where('batch_id', '=', batchId)
      .execute()
    const { endpoint, by, body } = steps[action]
    const answer = await server.raw(endpoint, { token: by().token, params: { batchId }, body })
    const text = await answer.text()
    const after = await server.db
      .selectFrom('coupon_batch')
      .select('status')
      .where('batch_id', '=', batchId)
      .executeTakeFirstOrThrow()
    const events = await server.db
      .selectFrom('batch_event')
      .select('action')
      .where('batch_id', '=', batchId)
      .where('action', '=', action)
      .execute()
    if (ALLOWED[action].includes(status)) {
      expect(answer.status).toBe(200)
      const ends = action === 'approve' ? ['approved', 'generated'] : [LEADS[action]]
      expect(ends).toContain(after.status)
      expect(events).toHaveLength(1)
    } else {
      expect(answer.status).toBe(409)
      expect(JSON.parse(text).message).toMatch(new RegExp(`^Batch ${batchId} .+: .+\\.$`))
      expect(after.status).toBe(status)
      expect(events).toHaveLength(0)
    }
  })
})

test('of many approvals at once each person counts once and generation starts once', async () => {
  const { batchId } = await requested(server, people, { quantity: 500 })
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => approve(i % 2 ? people.checker : people.second, batchId)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  const batch = await waitFor(server, people, batchId, (b) => b.status === 'generated')
  expect(batch.approvedByIds.toSorted()).toEqual(
    [people.checker.staffId, people.second.staffId].toSorted(),
  )
  expect(batch.events.filter(({ action }) => action === 'generate')).toHaveLength(1)
  expect(await countedCoupons(server, batchId)).toEqual(batch.counts)
})

describe('what is refused', () => {
  const day = dayOf(new Date())
  const table: [string, Record<string, unknown>, string, string][] = [
    ['an unknown plant', { plantId: 9_999 }, 'plantId', 'This plant is not known.'],
    ['a plant beyond all', { plantId: 2_000_000_000 }, 'plantId', 'This plant is not known.'],
    ['no plant', { plantId: 0 }, 'plantId', 'Choose a plant.'],
    ['an unknown product', { productId: 9_999 }, 'productId', 'This product is not known.'],
    ['no coupon', { quantity: 0 }, 'quantity', 'At least one coupon.'],
    ['too many', { quantity: 1_000_001 }, 'quantity', 'At most 10,00,000 coupons'],
    ['half a coupon', { quantity: 1.5 }, 'quantity', 'A whole number of coupons.'],
    ['a quantity in words', { quantity: 'ten' }, 'quantity', 'Enter how many coupons.'],
    ['no points', { points: 0 }, 'points', 'At least one point.'],
    ['too many points', { points: 100_001 }, 'points', 'At most 1,00,000 points'],
    ['yesterday', { expiresOn: addDays(day, -1) }, 'expiresOn', 'This day is over.'],
    ['a day that is none', { expiresOn: '2027-02-30' }, 'expiresOn', 'This day does not exist'],
    ['a date in another form', { expiresOn: '30/11/2027' }, 'expiresOn', 'Write the date as'],
    ['a state that is none', { sentToState: 99 }, 'sentToState', 'This is not an Indian state'],
    ['another QR form', { qrForm: 'barcode' }, 'qrForm', ''],
    ['a long note', { note: 'x'.repeat(301) }, 'note', 'The note: at most 300 characters.'],
  ]
  test.each(table)('%s', async (_, changed, field, sentence) => {
    const answer = await server.call(contract.requestBatch, {
      token: people.maker.token,
      body: await requestBody(server, changed),
    })
    expect(answer.status).toBe(400)
    const { fields } = answer.body as unknown as { fields: Record<string, string> }
    expect(Object.keys(fields)).toEqual([field])
    expect(fields[field]).toContain(sentence)
  })

  test('two wrong fields are both named', async () => {
    const body = await requestBody(server, { plantId: 9_999, productId: 9_999 })
    const answer = await server.call(contract.requestBatch, { token: people.maker.token, body })
    expect(answer.body).toMatchObject({
      fields: { plantId: expect.any(String), productId: expect.any(String) },
    })
  })

  test('a character that cannot be stored', async () => {
    const body = await requestBody(server, { note: 'nothing\u0000here' })
    const answer = await server.call(contract.requestBatch, { token: people.maker.token, body })
    expect(answer.status).toBe(400)
  })

  test('half a surrogate does not break the audit chain', async () => {
    await requested(server, people, { note: 'half \uD800 of a pair' })
    const verdict = await server.db
      .transaction()
      .execute((tx) => verifyAudit(tx, server.context.keys))
    expect(verdict.broken).toBeNull()
  })

  test('a rejection without its reason, an unknown batch, a batch that is no number', async () => {
    const { batchId } = await requested(server, people)
    const reject = (id: number | string, note: string) =>
      server.call(contract.rejectBatch, {
        token: people.checker.token,
        params: { batchId: id },
        body: { note },
      })
    expect(await reject(batchId, ' a ')).toMatchObject({
      status: 400,
      body: { fields: { note: 'The reason: a few words.' } },
    })
    expect(await reject(999_999, 'A good reason')).toMatchObject({
      status: 404,
      body: { message: 'Batch 999999 was not found.' },
    })
    expect(await reject('first', 'A good reason')).toMatchObject({
      status: 400,
      body: { fields: { batchId: 'Batch must be a whole number.' } },
    })
  })
})

test('an unblocked batch is what it was: a closed one does not become printable', async () => {
  const { batchId } = await generated(server, people)
  const step = async (endpoint: typeof contract.blockBatch, token: string) =>
    (await server.call(endpoint, { token, params: { batchId }, body: { note: 'Looked into' } }))
      .body.status
  await step(contract.blockBatch, people.second.token)
  expect(await step(contract.unblockBatch, people.second.token)).toBe('generated')
  const print = () =>
    server.raw(contract.printBatch, {
      token: people.printer.token,
      params: { batchId },
      body: { format: 'csv' },
    })
  await (await print()).text()
  await server.call(contract.closeBatch, {
    token: people.second.token,
    params: { batchId },
    body: {},
  })
  await step(contract.blockBatch, people.second.token)
  expect(await step(contract.unblockBatch, people.second.token)).toBe('closed')
  expect((await print()).status).toBe(409)
})
