import type { Context } from '../context.ts'
import type { Person } from './kyc.ts'
import type { DemoStaff } from './staff.ts'

const MINUTE_MS = 60_000

export type Playing = {
  staff: DemoStaff
  people: Map<number, Person>
  at: (hoursAgo: number) => Date
}

export function personOf({ people }: Playing, memberId: number): Person {
  const person = people.get(memberId)
  if (!person) throw new Error(`The demo has no member ${memberId}.`)
  return person
}

export const later = (context: Context, minutes: number): Context => {
  const moment = new Date(context.now().getTime() + minutes * MINUTE_MS)
  return { ...context, now: () => moment }
}

/** What the person who sends them has seen: so many, worth so much. */
export async function confirmedOf({ db }: Context, redemptionIds: string[]) {
  const rows = await db
    .selectFrom('redemption')
    .select('amount_paise as paise')
    .where('redemption_id', 'in', redemptionIds)
    .execute()
  return { redemptionIds, totalPaise: rows.reduce((sum, { paise }) => sum + Number(paise), 0) }
}
