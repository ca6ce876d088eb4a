import { randomUUID } from 'node:crypto'
import { isAadhaar } from '../contract/aadhaar.ts'
import { type DocumentField } from '../contract/people/kyc-states.ts'
import { submitKyc, uploadKycDocument } from '../contract/people/kyc-submission.ts'
import {
  NOTICES,
  demoOutbox,
  giveConsent,
  openMemberSession,
  registerMember,
  requestOtp,
  requestRegistrationOtp,
} from '../contract/people/members.ts'
import { requestRedemption } from '../contract/money/redemptions.ts'
import { listUsers } from '../contract/desk/users.ts'
import { ServerRefused, type Client } from './client.ts'
import { drawnPng } from './png.ts'

type Random = () => number
const NAMES = ['Anil Kumar', 'Sunita Devi', 'Imran Khan', 'Lakshmi Iyer', 'Prakash Rao'] as const
const digits = (random: Random, length: number) =>
  Array.from({ length }, () => Math.floor(random() * 10)).join('')

async function otpSentTo(client: Client, mobile: string): Promise<string> {
  const { items } = await client.call(demoOutbox, { query: { to: mobile } })
  const otp = /\b\d{6}\b/.exec(items[0]?.text ?? '')?.[0]
  if (!otp) throw new Error('The outbox shows no one-time password: is this the demo?')
  return otp
}

/** Somebody joins, agrees to the KYC notice, uploads their papers and sends them. */
export async function join(client: Client, random: Random): Promise<void> {
  // A second run with the same seed must meet nobody who has joined before.
  const mobile = `9${Date.now().toString().slice(-5)}${digits(random, 4)}`
  const name = NAMES[Math.floor(random() * NAMES.length)] ?? NAMES[0]
  const { requestId } = await client.call(requestRegistrationOtp, { body: { mobile } })
  const otp = await otpSentTo(client, mobile)
  const place = { kind: 'mason', state: 27, city: 'Pune', language: 'hi', consent: true }
  const person = { mobile, otp, requestId, name, ...place }
  const { token } = await client.call(registerMember, { body: person })
  const body = { version: NOTICES.kyc.version }
  await client.call(giveConsent, { token, params: { purpose: 'kyc' }, body })
  const upload = async (field: DocumentField) => {
    const file = { type: 'image/png', bytes: drawnPng(random) }
    return client.call(uploadKycDocument, { token, query: { field }, file })
  }
  const selfie = await upload('selfie')
  const { documentId } = await upload('bank')
  const number = aadhaarOf(random)
  await client.call(submitKyc, {
    token,
    body: {
      idempotencyKey: randomUUID(),
      aadhaar: { number, reference: `${number.slice(-4)}20260102101112123` },
      bank: { account: digits(random, 12), ifsc: 'HDFC0001234', name, documentId },
      selfie: { documentId: selfie.documentId },
    },
  })
}

function aadhaarOf(random: Random): string {
  const first = `4${digits(random, 10)}`
  return (
    Array.from({ length: 10 }, (_, last) => `${first}${last}`).find(isAadhaar) ?? '234123412346'
  )
}

/** Members whose KYC is approved and who have points, signed in. */
export async function gatherVerified(
  client: Client,
  staff: string,
  count: number,
): Promise<string[]> {
  const query = { kyc: ['approved'], status: ['active'], minPoints: 300, limit: 200 }
  const { items } = await client.call(listUsers, { token: staff, query })
  const tokens: string[] = []
  for (const { mobile } of items.slice(0, count)) {
    try {
      const { requestId } = await client.call(requestOtp, { body: { mobile } })
      const entered = { mobile, requestId, otp: await otpSentTo(client, mobile) }
      tokens.push((await client.call(openMemberSession, { body: entered })).token)
    } catch (error) {
      // An earlier run has used up this member's one-time passwords of the quarter hour.
      if (!(error instanceof ServerRefused && error.status === 429)) throw error
    }
  }
  return tokens
}

/** A small redemption to wherever the member is verified, sent twice as a phone does that lost the answer. */
export async function redeem(client: Client, token: string, random: Random): Promise<void> {
  const points = 100 + Math.floor(random() * 10) * 10
  const body = { idempotencyKey: randomUUID(), kind: 'upi', points }
  const first = await client.call(requestRedemption, { token, body })
  const again = await client.call(requestRedemption, { token, body })
  if (again.redemptionId !== first.redemptionId) throw new Error('A retry was a second redemption.')
}
