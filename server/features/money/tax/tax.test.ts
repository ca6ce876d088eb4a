import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayOf, startOfDay } from '../../../../contract/time.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { checkRedemptions } from '../redemptions/checklist.service.ts'
import {
  WIDE,
  approve,
  cancel,
  detailOf,
  payee,
  requested,
  setField,
  type Payee,
  type Staff,
} from '../redemptions/test-support.ts'
import { comeBack, payOut } from './test-support.ts'

let server: TestServer
let cs: Staff

beforeAll(async () => {
  server = await testServer({
    ...WIDE,
    REDEMPTION_TWO_ROLES_FROM_PAISE: '1000000000000',
    TAX_PAYMENT_CODE: '1031',
  })
  cs = await server.staff('cs')
})
afterAll(() => server.stop())

async function approved(member: Payee, points: number): Promise<string> {
  const { redemptionId } = await requested(server, member, { points })
  const { verdict } = await detailOf(server, cs, redemptionId)
  const body = verdict === 'amber' ? { verdict, reason: 'It is known.' } : { verdict: 'green' }
  const answer = await approve(server, cs, redemptionId, body)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return redemptionId
}
const taxOf = async (redemptionId: string) => (await detailOf(server, cs, redemptionId)).tax

test('a redemption explains its tax: as it would be, as it was taken, and again when it came back', async () => {
  const member = await payee(server, { points: 100_000 })
  await payOut(server, await approved(member, 15_000))
  const redemptionId = await approved(member, 6_000)
  const would = await taxOf(redemptionId)
  expect(would).toMatchObject({
    taken: false,
    section: 'Section 393 of the Income-tax Act 2025',
    form: 'Form 140',
    paymentCode: '1031',
    financialYear: 2026,
    rateBps: 1000,
    withPan: true,
    valuePaise: 600_000,
    basePaise: 2_100_000,
    taxPaise: 210_000,
    netPaise: 390_000,
    words:
      "₹2,100.00 will be deducted: 10 % of ₹21,000.00, as this year's total passes ₹20,000.00 (Section 393 of the Income-tax Act 2025).",
  })
  const sent = await payOut(server, redemptionId)
  expect(sent).toMatchObject({ taxPaise: 210_000, netPaise: 390_000 })
  const taken = await taxOf(redemptionId)
  expect(taken).toEqual({
    ...would,
    taken: true,
    words: would?.words.replace('will be', 'was'),
    lines: would?.lines.map((line) => ({
      ...line,
      label: line.label.replace('Given or on its way', 'Given'),
    })),
  })
  expect(taken?.lines.at(-1)).toEqual({ kind: 'sum', label: 'To the member', paise: 390_000 })
  await comeBack(server, redemptionId, sent)
  expect(await taxOf(redemptionId)).toEqual(would)
  expect(await payOut(server, redemptionId)).toMatchObject({ taxPaise: 210_000 })
})

test('what is rejected, cancelled or taken back explains none', async () => {
  const member = await payee(server)
  const { redemptionId } = await requested(server, member)
  expect(await taxOf(redemptionId)).toMatchObject({ taken: false, taxPaise: 0 })
  await cancel(server, member, redemptionId)
  expect(await taxOf(redemptionId)).toBeNull()
})

test('a later change of rule, payment code or PAN leaves what was taken as it was', async () => {
  const member = await payee(server, { points: 100_000, pan: null })
  const redemptionId = await approved(member, 30_000)
  await payOut(server, redemptionId)
  const taken = await taxOf(redemptionId)
  expect(taken).toMatchObject({ taxPaise: 600_000, rateBps: 2000, withPan: false })
  await server.db
    .insertInto('kyc_field')
    .values({
      member_id: member.memberId,
      field: 'pan',
      state: 'accepted',
      round: 1,
      digest: randomBytes(32),
      mask: 'ABCPE****F',
      submitted_at: new Date(),
    })
    .execute()
  const { db } = server
  await db.updateTable('tax_rule').set({ section: 'Another', payment_code: '9' }).execute()
  try {
    expect(await taxOf(redemptionId)).toEqual(taken)
    const next = await taxOf(await approved(member, 1_000))
    expect(next).toMatchObject({ section: 'Another', paymentCode: '9', rateBps: 1000 })
    expect(next).toMatchObject({ basePaise: 100_000, taxPaise: 10_000, withPan: true })
  } finally {
    const section = 'Section 393 of the Income-tax Act 2025'
    await db.updateTable('tax_rule').set({ section, payment_code: null }).execute()
  }
})

test('a PAN that comes late changes what is not sent yet', async () => {
  const member = await payee(server, { points: 100_000 })
  await setField(server, member.memberId, 'pan', { state: 'pending' })
  const redemptionId = await approved(member, 25_000)
  expect(await taxOf(redemptionId)).toMatchObject({ taxPaise: 500_000, withPan: false })
  await setField(server, member.memberId, 'pan', { state: 'accepted' })
  expect(await taxOf(redemptionId)).toMatchObject({ taxPaise: 250_000, withPan: true })
  expect(await payOut(server, redemptionId)).toMatchObject({ taxPaise: 250_000 })
})

test('a PAN that another member has too brings that member’s year along', async () => {
  const pan = randomBytes(32)
  const one = await payee(server, { points: 50_000, pan })
  const other = await payee(server, { points: 50_000, pan: randomBytes(32) })
  await payOut(server, await approved(one, 15_000))
  await payOut(server, await approved(other, 4_000))
  const redemptionId = await approved(other, 2_000)
  expect(await taxOf(redemptionId)).toMatchObject({ taxPaise: 0 })
  await setField(server, other.memberId, 'pan', { digest: pan })
  expect(await taxOf(redemptionId)).toMatchObject({ basePaise: 2_100_000, taxPaise: 210_000 })
})

test('what is sent at this moment waits for nothing that was approved before it', async () => {
  const member = await payee(server, { points: 100_000 })
  const redemptionId = await approved(member, 1_000)
  await server.db
    .updateTable('redemption')
    .set({ approved_at: startOfDay(dayOf(new Date())) })
    .where('redemption_id', '=', await approved(member, 19_500))
    .execute()
  const checked = async (next: boolean) =>
    (await checkRedemptions(server.db, server.context, [redemptionId], { next })).get(redemptionId)
  expect(await checked(false)).toMatchObject({ verdict: 'red', tax: { taxPaise: 205_000 } })
  expect(await checked(true)).toMatchObject({ verdict: 'green', tax: { taxPaise: 0 } })
  expect(await payOut(server, redemptionId)).toMatchObject({ taxPaise: 0, netPaise: 100_000 })
})

test('tax of a whole year that leaves nothing to pay is told', async () => {
  const member = await payee(server, { points: 100_000 })
  await payOut(server, await approved(member, 20_000))
  const { redemptionId } = await requested(server, member, { points: 1_500 })
  const { verdict, tax } = await detailOf(server, cs, redemptionId)
  expect(verdict).toBe('red')
  expect(tax).toMatchObject({ taxPaise: 215_000, netPaise: -65_000 })
})
