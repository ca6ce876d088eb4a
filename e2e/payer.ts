import { z } from 'zod'
import { bankAnswer, bankFile } from '../contract/money/bank-files.ts'
import { kycDetail } from '../contract/people/kyc.ts'
import { paymentProviders, paymentStory, type PaymentStory } from '../contract/money/payments.ts'
import type { RedemptionDetail } from '../contract/money/redemptions.ts'
import { CSV_TYPE } from '../contract/sheets.ts'
import type { KycMember } from './kyc-member.ts'
import { BASE } from './kyc-review.ts'
import { approved, asStaff, tokenOf } from './redeemer.ts'

const providers = paymentProviders.response

const totalOf = (rows: readonly RedemptionDetail[]): number =>
  rows.reduce((sum, { amountPaise }) => sum + amountPaise, 0)

export async function storyOf({ redemptionId }: RedemptionDetail): Promise<PaymentStory> {
  return paymentStory.parse(await asStaff('admin', `payments/of/${redemptionId}`))
}

/** The number of the last payment of a redemption. */
export async function paymentOf(redemption: RedemptionDetail): Promise<string> {
  const { attempts } = await storyOf(redemption)
  return attempts[0]?.number ?? ''
}

/** Approved bank payments of these amounts, in a file for the bank. */
export async function inBankFile(
  member: KycMember,
  points: readonly number[],
): Promise<RedemptionDetail[]> {
  const rows: RedemptionDetail[] = []
  for (const each of points) rows.push(await approved(member, { kind: 'bank', points: each }))
  const redemptionIds = rows.map(({ redemptionId }) => redemptionId)
  const sent = { redemptionIds, provider: 'bank-file', totalPaise: totalOf(rows) }
  await asStaff('admin', 'payments/send', sent)
  const status = providers.parse(await asStaff('admin', 'payments/providers'))
  const file = status.providers.find(({ provider }) => provider === 'bank-file')
  const totalPaise = file?.waiting.paise ?? 0
  const made = await asStaff('admin', 'payments/bank-files', { totalPaise })
  z.object({ file: bankFile, left: z.tuple([]) }).parse(made)
  return rows
}

export type AnswerRow = readonly [
  payment: string,
  rupees: string,
  status: string,
  utr?: string,
  reason?: string,
]

/** What the bank writes of these payments, as a file of comma-separated text. */
export const answerFile = (rows: readonly AnswerRow[]): string =>
  [
    'Reference,Amount,Status,UTR,Reason',
    ...rows.map(([payment, rupees, status, utr = '', reason = '']) =>
      [payment, rupees, status, utr, reason].join(','),
    ),
  ].join('\r\n')

/** A number that no other payment of the run has. */
export const newUtr = (): string => `N${Date.now()}${Math.floor(Math.random() * 1000)}`

/** The bank answers, and its answer is applied. */
export async function bankAnswers(rows: readonly AnswerRow[]): Promise<void> {
  const answer = await fetch(`${BASE}/api/admin/payments/bank-answers?name=answer.csv`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf('admin')}`,
      'content-type': CSV_TYPE,
    },
    body: answerFile(rows),
  })
  const { answerId, counts } = bankAnswer.parse(await answer.json())
  const changes = counts.pay + counts.fail + counts.reverse
  await asStaff('admin', `payments/bank-answers/${answerId}/apply`, { changes })
}

/** The member gives another bank account, and it is accepted. */
export async function changeBank(member: KycMember): Promise<void> {
  await member.submit(['bank'])
  const { memberId } = member
  const { version } = kycDetail.parse(await asStaff('cs', `kyc/${memberId}/open`, {}))
  const fields = [{ field: 'bank', accept: true }]
  await asStaff('cs', `kyc/${memberId}/decision`, { version, decision: 'approve', fields })
}
