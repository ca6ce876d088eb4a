import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import * as bank from '../../../contract/money/bank-files.ts'
import { submitKyc } from '../../../contract/people/kyc-submission.ts'
import { giveConsent, NOTICES } from '../../../contract/people/members.ts'
import * as payments from '../../../contract/money/payments.ts'
import type { Provider } from '../../../contract/money/payment-states.ts'
import { memberBalance } from '../../../contract/ledger/points.ts'
import * as redemptions from '../../../contract/money/redemptions.ts'
import type { MyRedemption } from '../../../contract/money/redemptions.ts'
import { CSV_TYPE } from '../../../contract/sheets.ts'
import { numbers, referenceOf } from '../../features/people/kyc/test-support.ts'
import { upload } from '../../features/people/kyc-documents/test-support.ts'
import { readSheet } from '../../lib/sheet.ts'
import { ok, type Member, type Programme, type Signed } from './programme.ts'

export const ADDRESS = {
  recipient: 'Ramesh Kumar',
  line1: 'Shop 14, Station Road',
  pincode: '302001',
  city: 'Jaipur',
  state: 8,
  phone: '9800000000',
}

export const balanceOf = ({ server }: Programme, { token }: Member) =>
  ok(server.call(memberBalance, { token }))

async function document({ server }: Programme, { token }: Member, field: string): Promise<string> {
  const background = { pan: '#c8d6e5', bank: '#e5d9c8', selfie: '#c8e5cf' }[field] ?? '#fff'
  const picture = sharp({ create: { width: 480, height: 320, channels: 3, background } })
  const { status, body } = await upload(server, token, await picture.jpeg().toBuffer(), { field })
  if (status !== 200) throw new Error(body.message)
  return body.documentId
}

/** Agrees to the notice, uploads the documents and sends them with account and UPI address. */
export async function sendKyc(programme: Programme, member: Member) {
  const { server } = programme
  const { token } = member
  const { version } = NOTICES.kyc
  const consent = { token, params: { purpose: 'kyc' }, body: { version } }
  await ok(server.call(giveConsent, consent))
  const { pan, aadhaar, account, upi } = numbers()
  const name = 'Ramesh Kumar'
  const body = {
    idempotencyKey: randomUUID(),
    pan: { number: pan, name, documentId: await document(programme, member, 'pan') },
    aadhaar: { number: aadhaar, reference: referenceOf(aadhaar) },
    bank: {
      account,
      ifsc: 'HDFC0001234',
      name,
      documentId: await document(programme, member, 'bank'),
    },
    upi: { address: upi },
    selfie: { documentId: await document(programme, member, 'selfie') },
  }
  await ok(server.call(submitKyc, { token, body }))
  return { account, upi }
}

export const redeem = ({ server }: Programme, { token }: Member, wanted: object) =>
  ok(
    server.call(redemptions.requestRedemption, {
      token,
      body: { idempotencyKey: randomUUID(), ...wanted },
    }),
  )

/** One of a member's redemptions as it stands now. */
export const mine = (
  { server }: Programme,
  { token }: Member,
  { redemptionId }: Pick<MyRedemption, 'redemptionId'>,
) => ok(server.call(redemptions.getMyRedemption, { token, params: { redemptionId } }))

/** Approves what can be paid without a reservation. */
export const approve = ({ server }: Programme, { token }: Signed, redemptionId: string) =>
  ok(
    server.call(redemptions.approveRedemption, {
      token,
      params: { redemptionId },
      body: { verdict: 'green' },
    }),
  )

export const pay = (
  { server }: Programme,
  { token }: Signed,
  { redemptionId, amountPaise: totalPaise }: MyRedemption,
  provider: Provider,
) =>
  server.call(payments.sendPayments, {
    token,
    body: { redemptionIds: [redemptionId], provider, totalPaise },
  })

/** Makes the file for the bank and reads what the bank would: its only row. */
export async function takeBankFile(
  { server }: Programme,
  { token }: Signed,
  totalPaise: number,
): Promise<string[]> {
  const { file, left } = await ok(server.call(bank.makeBankFile, { token, body: { totalPaise } }))
  if (!file || left.length > 0) throw new Error(JSON.stringify({ file, left }))
  const params = { fileId: file.bankFileId }
  const sent = { token, params, body: { format: 'csv' } }
  const answer = await server.raw(bank.downloadBankFile, sent)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { rows } = await readSheet(bytes, CSV_TYPE, { maxRows: 10 })
  if (rows.length !== 1) throw new Error(`The file for the bank has ${rows.length} rows.`)
  return rows[0]?.cells ?? []
}

/** The bank says that it paid: looked at first, then applied. */
export async function bankPaid(
  { server }: Programme,
  { token }: Signed,
  row: { reference: string; rupees: string; utr: string },
) {
  const body = `Reference,Amount,Status,UTR\r\n${row.reference},${row.rupees},Paid,${row.utr}`
  const seen = await ok(
    server.call(bank.previewBankAnswer, {
      token,
      query: { name: 'answer.csv' },
      body,
      headers: { 'content-type': CSV_TYPE },
    }),
  )
  const params = { answerId: seen.answerId }
  return ok(
    server.call(bank.applyBankAnswer, { token, params, body: { changes: seen.counts.pay } }),
  )
}

export const paid = async ({ server }: Programme, { token }: Signed, redemptionId: string) =>
  (await ok(server.call(payments.completePayments, { token }))).items.find(
    (row) => row.redemptionId === redemptionId,
  )
