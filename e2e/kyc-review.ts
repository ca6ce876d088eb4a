import { randomInt } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import type { KycField } from '../contract/people/kyc-states.ts'
import { KycMember } from './kyc-member.ts'
import { newSession, signIn, type RoleName } from './sign-in.ts'

export const QUEUE = '/dashboard/approvals/kyc_verification'
export const HISTORY = '/dashboard/approvals/kyc_history'
export const LOGS = '/dashboard/approvals/kyc_logs'
export const BASE = `http://localhost:${process.env.E2E_PORT ?? 4300}`
/** Two documents: each is looked through for numbers that may not be kept, which takes a while. */
const FIELDS: KycField[] = ['pan', 'aadhaar', 'upi', 'selfie']
export const WITH_BANK: KycField[] = ['pan', 'aadhaar', 'bank', 'selfie']

export const card = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true })
export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })
export const held = (page: Page): Locator => page.getByText(/^Yours until \d\d:\d\d$/)
export const review = (member: KycMember): string => `${QUEUE}?open=${member.memberId}`

/** A name that nobody else has, so that a search finds only these. */
export const surname = (): string =>
  Array.from({ length: 8 }, () => String.fromCharCode(97 + randomInt(26))).join('')

type Who = Partial<Omit<Parameters<typeof KycMember.join>[0], 'base'>>

/** A member whose KYC waits, and all of whose checks are right unless asked otherwise. */
export async function submitted(who: Who = {}, fields = FIELDS): Promise<KycMember> {
  const member = await KycMember.join({ base: BASE, name: `Meera ${surname()}`, ...who })
  await member.submit(fields)
  return member
}

export async function openReview(page: Page, role: RoleName, member: KycMember): Promise<void> {
  await signIn(page, role, review(member))
  await expect(held(page)).toBeVisible()
}

let watching: ReturnType<typeof newSession> | undefined

/** Who has a submission open, as the API tells it. */
export async function lockOf(page: Page, { memberId }: KycMember): Promise<unknown> {
  watching ??= newSession(page.request, 'almond team')
  const { token } = await watching
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.get(`/api/admin/kyc/${memberId}`, { headers })
  return (await answer.json()).lock
}
