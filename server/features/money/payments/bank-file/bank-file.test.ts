import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '../../../../../contract/money/bank-files.ts'
import { CSV_TYPE, XLSX_TYPE } from '../../../../../contract/sheets.ts'
import { readSheet } from '../../../../lib/sheet.ts'
import { testServer, type TestServer } from '../../../../test/server.ts'
import { setField, type Staff } from '../../redemptions/test-support.ts'
import { brokenInvariants } from '../../../desk/users/test-support.ts'
import { download, makeFile, queuedForBank, emptyQueue } from './test-bank-file.ts'
import { QUICK, approved, auditOf, lastOf, payable, send, setBank } from '../test-support.ts'

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

async function tableOf(file: Response, type: string) {
  return readSheet(Buffer.from(await file.arrayBuffer()), type, { maxRows: 1000 })
}

describe('a file for the bank', () => {
  test('holds what is queued, with whole account numbers, and is on record with each download', async () => {
    const member = await payable(server)
    await setBank(server, member.memberId, '000987654321')
    const made = await approved(server, { member })
    await send(server, admin, [made], { provider: 'bank-file' })
    const { body } = await makeFile(server, almond, 20_000)
    const file = body.file ?? expect.fail()
    expect(file).toMatchObject({
      number: expect.stringMatching(/^BF\d+$/),
      madeBy: 'Test almond team',
      payments: 1,
      totalPaise: 20_000,
      processed: 0,
      downloads: 0,
      downloadable: true,
    })
    const payment = await lastOf(server, admin, made)
    expect(payment).toMatchObject({
      state: 'processing',
      mode: 'NEFT',
      bankFileNumber: file.number,
      nextPollAt: null,
    })
    const number = payment.number ?? ''
    for (const [format, type] of [
      ['csv', CSV_TYPE],
      ['xlsx', XLSX_TYPE],
    ] as const) {
      const { header, rows } = await tableOf(
        await download(server, admin, file.bankFileId, format),
        type,
      )
      expect(header).toEqual([
        'Reference',
        'Beneficiary name',
        'Account',
        'IFSC',
        'Amount',
        'Mode',
        'Narration',
      ])
      expect(rows[0]?.cells.slice(0, 4)).toEqual([
        number,
        'Ramesh Kumar',
        '000987654321',
        'HDFC0001234',
      ])
      expect(Number(rows[0]?.cells[4])).toBe(200)
      expect(rows[0]?.cells.slice(5)).toEqual(['NEFT', `HIL ${number}`])
    }
    const [listedFile] = (await server.call(contract.bankFiles, { token: admin.token })).body.items
    expect(listedFile).toMatchObject({ number: file.number, downloads: 2 })
    expect(
      (await auditOf(server, 'bank_file', file.bankFileId)).map(({ action }) => action),
    ).toEqual(['bank_file.make', 'bank_file.download', 'bank_file.download'])
    const finance = await server.staff('finance')
    expect((await download(server, finance, file.bankFileId, 'csv')).status).toBe(403)
  })

  test('of another sum than was seen is not made, and of two at once one is', async () => {
    const selected = await queuedForBank(server, admin, 2)
    expect(await makeFile(server, admin, 1)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('worth ₹400.00, not ₹0.01') },
    })
    const both = await Promise.all([
      makeFile(server, admin, 40_000),
      makeFile(server, almond, 40_000),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await lastOf(server, admin, selected[0] ?? expect.fail())).toMatchObject({
      state: 'processing',
    })
    expect(await makeFile(server, admin, 0)).toMatchObject({
      status: 409,
      body: { message: 'Nothing is queued for the bank.' },
    })
  })

  test('leaves out what cannot be paid any more, and takes the tax in its order', async () => {
    const member = await payable(server, { points: 40_000 })
    const first = await approved(server, { member, body: { points: 15_000 } })
    const second = await approved(server, { member, body: { points: 15_000 } })
    const gone = await approved(server)
    await send(server, admin, [first, second, gone], { provider: 'bank-file' })
    await setField(server, gone.member.memberId, 'bank', { state: 'refused' })
    const { body } = await makeFile(server, admin, 3_020_000)
    await setField(server, gone.member.memberId, 'bank', { state: 'accepted' })
    expect(body.left).toMatchObject([
      { number: gone.number, reason: 'Bank account: It was refused in the KYC review.' },
    ])
    expect(body.file).toMatchObject({ payments: 2, totalPaise: 1_500_000 + 1_200_000 })
    const taxes = [await lastOf(server, admin, first), await lastOf(server, admin, second)]
    expect(taxes.map(({ taxPaise }) => taxPaise)).toEqual([0, 300_000])
  })

  test('leaves queued what waits for a person', async () => {
    const [alerted, good] = await queuedForBank(server, admin, 2)
    if (!alerted || !good) throw new Error('Nothing is queued.')
    const set = server.db.insertInto('payment_alert').values({
      kind: 'contradiction',
      at: new Date(),
      words: 'For a test',
      redemption_id: alerted.redemptionId,
      payment_id: null,
      provider: null,
      provider_id: null,
      resolved_at: null,
      resolved_by: null,
      note: null,
    })
    await set.execute()
    const { body } = await makeFile(server, admin, 40_000)
    expect(body).toMatchObject({
      file: { payments: 1 },
      left: [{ number: alerted.number, reason: expect.stringContaining('A finding') }],
    })
    expect(await lastOf(server, admin, alerted)).toMatchObject({ state: 'queued' })
    await server.db.deleteFrom('payment_alert').execute()
  })

  test('where nothing at all can be paid is no file', async () => {
    const [made] = await queuedForBank(server, admin, 1)
    const memberId = made?.member.memberId ?? 0
    await setField(server, memberId, 'bank', { state: 'refused' })
    const { body } = await makeFile(server, admin, 20_000)
    await setField(server, memberId, 'bank', { state: 'accepted' })
    expect(body).toMatchObject({ file: null, left: [{ number: made?.number }] })
  })
})

test('and every invariant holds', async () => {
  expect(await brokenInvariants(server)).toEqual([])
})
