import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../../../test/server.ts'
import { balanceOf, type Staff } from '../../redemptions/test-support.ts'
import { shuffled } from '../../../programme/scans/engine.fixture.ts'
import { brokenInvariants } from '../../../desk/users/test-support.ts'
import {
  applied,
  apply,
  download,
  fileOf,
  inFile,
  newUtr,
  preview,
  emptyQueue,
  type Row,
} from './test-bank-file.ts'
import {
  QUICK,
  approved,
  auditOf,
  lastOf,
  openAlerts,
  reinitiate,
  send,
  storyOf,
} from '../test-support.ts'

let server: TestServer
let admin: Staff
let almond: Staff

beforeAll(async () => {
  server = await testServer(QUICK)
  admin = await server.staff('admin')
  almond = await server.staff('almond team')
})
beforeEach(() => emptyQueue(server, admin))
afterAll(() => server.stop())

describe('what the bank answers', () => {
  test('is shown row by row, then applied once, whoever clicks how often', async () => {
    const { file, payments } = await inFile(server, admin, 4)
    const [paid, failed, returned, waiting] = payments.map(({ payment }) => payment)
    const utr = newUtr()
    const back = newUtr()
    const rows: Row[] = [
      [paid ?? '', '200.00', 'Paid', utr],
      [failed ?? '', '₹200', 'FAILED', '', 'Account closed'],
      [returned ?? '', '200', 'Returned', back, 'No such account'],
      [waiting ?? '', '200.0', 'Pending'],
    ]
    const text = fileOf(rows)
    const shown = await preview(server, admin, text)
    expect(shown.body).toMatchObject({
      state: 'preview',
      cameBefore: false,
      counts: { pay: 1, fail: 1, reverse: 1, same: 1, refused: 0 },
      rows: [
        { line: 2, outcome: 'pay', memberName: 'Ramesh Kumar', applied: false },
        { outcome: 'fail', reason: 'Account closed' },
        { outcome: 'reverse' },
        { outcome: 'same', reason: 'The bank has not finished it.' },
      ],
    })
    expect(await lastOf(server, admin, payments[0] ?? expect.fail())).toMatchObject({
      state: 'processing',
    })
    const { answerId } = shown.body
    expect((await apply(server, admin, answerId, 2)).status).toBe(409)
    const both = await Promise.all([
      apply(server, admin, answerId, 3),
      apply(server, almond, answerId, 3),
    ])
    expect(both[0]?.status === 200 || both[1]?.status === 200).toBe(true)
    const states = await Promise.all(payments.map((one) => lastOf(server, admin, one)))
    expect(states).toMatchObject([
      { state: 'processed', utr },
      {
        state: 'failed',
        failure: { code: 'bank_account_closed', words: 'The bank account is closed.' },
      },
      { state: 'reversed', utr: back },
      { state: 'processing' },
    ])
    expect(await balanceOf(server, payments[0]?.member.memberId ?? 0)).toEqual({
      available: 800,
      held: 0,
    })
    const again = await preview(server, almond, text)
    expect(again.body).toMatchObject({
      answerId,
      state: 'applied',
      cameBefore: true,
      counts: { pay: 1, fail: 1, reverse: 1, same: 1 },
    })
    const events = async () =>
      (await Promise.all(payments.map((one) => storyOf(server, admin, one)))).flatMap(
        ({ attempts }) => attempts[0]?.events.length,
      )
    const before = await events()
    expect((await apply(server, admin, answerId, 0)).body.state).toBe('applied')
    expect(await events()).toEqual(before)
    expect((await auditOf(server, 'bank_answer', answerId)).map(({ action }) => action)).toEqual([
      'bank_answer.receive',
      'bank_answer.apply',
    ])
    await applied(server, admin, [[waiting ?? '', '200', 'Paid', newUtr()]])
    expect((await download(server, admin, file.bankFileId, 'csv')).status).toBe(409)
  })

  test('with rows that cannot be shows each with its reason, and leaves them out', async () => {
    const { payments } = await inFile(server, admin, 9)
    const [paid, other] = await inFile(server, admin, 2).then(({ payments }) => payments)
    const known = newUtr()
    await applied(server, admin, [[paid?.payment ?? '', '200', 'Paid', known]])
    await applied(server, admin, [[other?.payment ?? '', '200', 'Failed', '', 'Closed']])
    const sentByHttp = await approved(server)
    await send(server, admin, [sentByHttp], { provider: 'bank-file' })
    const queuedNumber = (await lastOf(server, admin, sentByHttp)).number ?? ''
    const p = payments.map(({ payment }) => payment)
    const shared = newUtr()
    const twin = newUtr()
    const rows: Row[] = [
      ['PY1', '200', 'Paid', newUtr()],
      [queuedNumber, '200', 'Paid', newUtr()],
      [p[0] ?? '', '199.99', 'Paid', newUtr()],
      [p[1] ?? '', '200', 'Paid'],
      [p[2] ?? '', '200', 'Paid', known],
      [p[3] ?? '', '200', 'Done', newUtr()],
      [p[4] ?? '', '200', 'Paid', shared],
      [p[5] ?? '', '200', 'Paid', shared],
      [p[6] ?? '', '200', 'Paid', twin],
      [p[6] ?? '', '200.00', 'paid', twin],
      [p[7] ?? '', '200', 'Paid', newUtr()],
      [p[7] ?? '', '200', 'Failed'],
      [p[8] ?? '', 'two hundred', 'Paid', newUtr()],
      [paid?.payment ?? '', '200', 'Failed'],
      [paid?.payment ?? '', '200', 'Paid', known],
      ['', '200', 'Paid', newUtr()],
      [other?.payment ?? '', '200', 'Paid', newUtr()],
    ]
    const { body } = await preview(server, admin, fileOf(rows))
    expect(body.rows.map(({ outcome, reason }) => `${outcome}: ${reason ?? ''}`)).toEqual([
      'refused: No payment has this reference.',
      `refused: ${queuedNumber} never went by bank file.`,
      'refused: ₹200.00 was to be paid, not ₹199.99.',
      'refused: It is paid but has no UTR.',
      `refused: The UTR ${known} stands on ${paid?.payment} already.`,
      'refused: The status Done is not known here: Paid, Failed, Returned and Pending are.',
      `refused: The UTR ${shared} stands on line 9 too.`,
      `refused: The UTR ${shared} stands on line 8 too.`,
      'pay: ',
      'refused: Line 10 says the same already.',
      'refused: Line 13 says something else of it: ask the bank which is right.',
      'refused: Line 12 says something else of it: ask the bank which is right.',
      'refused: two hundred is no amount in rupees.',
      'refused: Line 16 says something else of it: ask the bank which is right.',
      'refused: Line 15 says something else of it: ask the bank which is right.',
      'refused: It has no reference.',
      'refused: It contradicts what is recorded: as failed. Ask the bank.',
    ])
    expect(await openAlerts(server, admin)).toEqual([])
    expect((await apply(server, admin, body.answerId, 1)).body.counts).toMatchObject({ pay: 1 })
    expect(await lastOf(server, admin, payments[6] ?? expect.fail())).toMatchObject({
      state: 'processed',
      utr: twin,
    })
    const kinds = (await openAlerts(server, admin)).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['amount_differs', 'contradiction', 'utr_twice'])
    expect(await reinitiate(server, admin, [other ?? expect.fail()])).toMatchObject({
      status: 409,
    })
    const again = await reinitiate(server, admin, [other ?? expect.fail()], {
      provider: 'bank-file',
    })
    expect(again.body.left).toMatchObject([{ reason: expect.stringContaining('A finding') }])
  })

  test('that is no such table is refused in words', async () => {
    expect((await preview(server, admin, 'Reference,Amount\r\nPY1,2\r\n')).body).toMatchObject({
      message:
        'The file has no column Status. It needs Reference, Amount, Status, UTR; Reason and Date may be there.',
    })
    expect((await preview(server, admin, 'Reference,Amount,Status,UTR\r\n')).status).toBe(400)
    expect((await apply(server, admin, '1', 0)).status).toBe(404)
  })

  test('comes back after it was paid: the points are held again', async () => {
    const { payments } = await inFile(server, admin, 1)
    const [made] = payments
    const utr = newUtr()
    await applied(server, admin, [[made?.payment ?? '', '200', 'Paid', utr]])
    await applied(server, admin, [
      [made?.payment ?? '', '200', 'Returned', utr, 'Refused by the member'],
    ])
    expect(await storyOf(server, admin, made ?? expect.fail())).toMatchObject({
      redemptionState: 'reversed',
      attempts: [{ state: 'reversed', failure: { code: 'returned', class: 'fix' } }],
    })
  })

  test('that returns payments without a UTR returns each of them', async () => {
    const { payments } = await inFile(server, admin, 2)
    const rows = payments.map(({ payment }): Row => [payment, '200', 'Returned', 'NA', 'Closed'])
    await applied(server, admin, rows)
    const states = await Promise.all(payments.map((one) => lastOf(server, admin, one)))
    expect(states).toMatchObject([
      { state: 'reversed', utr: null },
      { state: 'reversed', utr: null },
    ])
  })

  test('that returns a payment under another UTR is refused before it is applied', async () => {
    const { payments } = await inFile(server, admin, 1)
    const [made = expect.fail()] = payments
    const utr = newUtr()
    await applied(server, admin, [[made.payment, '200', 'Paid', utr]])
    const { body } = await preview(
      server,
      admin,
      fileOf([[made.payment, '200', 'Returned', newUtr()]]),
    )
    expect(body).toMatchObject({
      counts: { reverse: 0, refused: 1 },
      rows: [{ reason: `Another UTR, ${utr}, is recorded for it.` }],
    })
  })

  test('keeps no account number of its reason', async () => {
    const { payments } = await inFile(server, admin, 1)
    const [made = expect.fail()] = payments
    const reason = 'A/c 123456789012 of ramesh@okbank is closed'
    const text = fileOf([[made.payment, '200', 'Failed', '', reason]])
    const { body } = await preview(server, admin, text)
    await apply(server, admin, body.answerId, 1)
    const told = JSON.stringify([body, await lastOf(server, admin, made)])
    expect(told).toContain('A/c …9012 of ra…@okbank is closed')
    expect(told).not.toMatch(/123456789012|ramesh@/)
  })

  test('in many files at once and in any order pays each once', async () => {
    const { payments } = await inFile(server, admin, 6)
    const rows = payments.map(({ payment }): Row => [payment, '200', 'Paid', newUtr()])
    const answers = await Promise.all(
      [1, 2, 3].map(() => preview(server, admin, fileOf(shuffled(rows)))),
    )
    await Promise.all(answers.map(({ body }) => apply(server, admin, body.answerId, 6)))
    const states = await Promise.all(payments.map((one) => lastOf(server, admin, one)))
    expect(states.map(({ state }) => state)).toEqual(rows.map(() => 'processed'))
    for (const { events } of states) {
      expect(events.filter(({ what }) => what === 'Paid')).toHaveLength(1)
    }
  })
})

test('and every invariant holds', async () => {
  expect(await brokenInvariants(server)).toEqual([])
})
