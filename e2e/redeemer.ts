import { randomUUID } from 'node:crypto'
import { request } from '@playwright/test'
import { z } from 'zod'
import { type KycField } from '../contract/people/kyc-states.ts'
import { kycDetail } from '../contract/people/kyc.ts'
import { redemptionDetail, type RedemptionDetail } from '../contract/money/redemptions.ts'
import { adjustment } from '../contract/desk/users.ts'
import { KycMember } from './kyc-member.ts'
import { BASE } from './kyc-review.ts'
import { isFresh, newSession, type RoleName } from './sign-in.ts'

const tokens = new Map<RoleName, { token: Promise<string>; at: number }>()

async function newToken(role: RoleName): Promise<string> {
  const context = await request.newContext({ baseURL: BASE })
  const { token } = await newSession(context, role)
  await context.dispose()
  return token
}

/** One session a role serves the file, as long as its proof is fresh. */
export function tokenOf(role: RoleName): Promise<string> {
  const kept = tokens.get(role)
  if (kept && isFresh(kept.at)) return kept.token
  const token = newToken(role)
  tokens.set(role, { token, at: Date.now() })
  return token
}

/** Does something through the API as one of the staff. */
export async function asStaff(role: RoleName, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${BASE}/api/admin/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${await tokenOf(role)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${path}: ${text}`)
  return JSON.parse(text)
}

/** Gives a member points: asked for by one, approved by another. */
export async function givePoints({ memberId }: KycMember, points: number): Promise<void> {
  const body = { idempotencyKey: randomUUID(), points, reason: 'A prize of the meet' }
  const asked = await asStaff('sub admin', `users/${memberId}/points-adjustments`, body)
  const { adjustmentId } = adjustment.parse(asked)
  await asStaff('almond team', `points-adjustments/${adjustmentId}/approve`, {})
}

/** A member with points and an accepted KYC, of these fields. */
export async function redeemer(
  name: string,
  points: number,
  fields: readonly KycField[],
): Promise<KycMember> {
  const member = await KycMember.join({ base: BASE, name })
  await member.submit(fields)
  const { memberId } = member
  const { version } = kycDetail.parse(await asStaff('almond team', `kyc/${memberId}/open`, {}))
  await asStaff('almond team', `kyc/${memberId}/decision`, {
    version,
    decision: 'approve',
    fields: fields.map((field) => ({ field, accept: true })),
  })
  await givePoints(member, points)
  return member
}

type Wanted = { kind: 'bank' | 'upi'; points: number } | { kind: 'gift'; giftId: number }

/** Where gifts go, where a test does not say. */
export const ADDRESS = {
  recipient: 'Nalini Joshi',
  line1: 'Flat 7, Sagar Apartments',
  line2: 'Kothrud',
  pincode: '411038',
  city: 'Pune',
  state: 27,
  phone: '9822012345',
} as const

/** Asked for on the member's word, by somebody who does not approve. */
export async function ask({ memberId }: KycMember, wanted: Wanted): Promise<RedemptionDetail> {
  const body = {
    idempotencyKey: randomUUID(),
    reason: 'Asked for it on the phone',
    ...(wanted.kind === 'gift' && { address: ADDRESS }),
    ...wanted,
  }
  return redemptionDetail.parse(await asStaff('sub admin', `users/${memberId}/redemptions`, body))
}

export const redeem = (member: KycMember, points: number): Promise<RedemptionDetail> =>
  ask(member, { kind: 'upi', points })

/** Asked for and approved: its money waits to be sent, its gift to be dispatched. */
export async function approved(member: KycMember, wanted: Wanted): Promise<RedemptionDetail> {
  const { redemptionId, verdict } = await ask(member, wanted)
  const body = { verdict, reason: 'Looked at with the member' }
  // Whoever approves it does not send its money.
  const after = await asStaff('cs', `redemptions/${redemptionId}/approve`, body)
  return redemptionDetail.parse(after)
}

const balance = z.object({ available: z.number(), held: z.number() })

/** What a member has now. */
export async function balanceOf({ memberId }: KycMember): Promise<z.infer<typeof balance>> {
  return balance.parse(await asStaff('cs', `users/${memberId}`))
}
