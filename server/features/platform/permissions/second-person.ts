import { TIED_DAYS, YOUNG_DAYS } from '../../../../contract/people/staff-changes.ts'
import { dayOf } from '../../../../contract/time.ts'
import { formatDay } from '../../../../contract/format.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { AppError } from '../../../lib/app-error.ts'
import { namesOf, readApprover, readTies, type Tie } from './second-person.queries.ts'

/**
 * A person as a second one: nobody who made or changed the account of the first within thirty days, nor
 * whose account the first or a third made or changed, and no account younger than seven days. All rules
 * of two people ask here (decision 0059).
 */
export type Approver = {
  staffId: number
  /** Why the person may approve nothing yet; null when the account is old enough. */
  young: string | null
  /** Why each of these people counts as one with the person. */
  ties: ReadonlyMap<number, string>
}

/** Reads what matters of somebody who is to be a second person at a moment. */
export async function approverOf(
  db: Db | Tx,
  { staffId }: { staffId: number },
  at: Date,
): Promise<Approver> {
  const { tied, from } = await readApprover(db, staffId, at)
  const young = from !== null && from > at ? youngWords(from) : null
  const others = tied.filter((other) => other !== staffId)
  if (others.length === 0) return { staffId, young, ties: new Map() }
  const [made, names] = await Promise.all([readTies(db, tied, at), namesOf(db, others)])
  const ties = others.map(
    (other) => [other, tieWords(staffId, other, made, names.get(other) ?? 'Somebody')] as const,
  )
  return { staffId, young, ties: new Map(ties) }
}

const youngWords = (from: Date): string =>
  `Your account is younger than ${YOUNG_DAYS} days: it approves and pays nothing before ${formatDay(dayOf(from))}. Ask somebody else.`

const DID: Record<Tie['kind'], string> = {
  create: 'the new account',
  change: 'the new e-mail or role',
  link: 'the new link',
  two_factor: 'the reset of two-factor sign-in',
  enable: 'the enabling',
}

function tieWords(me: number, other: number, made: readonly Tie[], name: string): string {
  const between = (maker: number, account: number) =>
    made.find(({ makers, accountId }) => accountId === account && makers.includes(maker))
  const mine = between(me, other)
  if (mine) return oneWords(`You had a hand in ${DID[mine.kind]} of ${name}`, mine.at)
  const theirs = between(other, me)
  if (theirs) return oneWords(`${name} had a hand in ${DID[theirs.kind]} that you have`, theirs.at)
  return `Your account and that of ${name} were made or changed by the same person within ${TIED_DAYS} days, so you do not count as two people. Ask somebody else.`
}

const oneWords = (what: string, at: Date): string =>
  `${what} on ${formatDay(dayOf(at))}, so for ${TIED_DAYS} days you two do not count as two people. Ask somebody else.`

/** Why somebody is no second person to any of these; null when they are. */
export function whyNoSecond(
  { young, ties }: Approver,
  others: readonly (number | null)[],
): string | null {
  if (young !== null) return young
  for (const other of others) {
    const tie = other === null ? undefined : ties.get(other)
    if (tie !== undefined) return tie
  }
  return null
}

/** Refuses where somebody is no second person to one of these. That it is not the same, rooms say themselves. */
export async function refuseNoSecond(
  tx: Tx,
  by: { staffId: number },
  others: readonly (number | null)[],
  at: Date,
): Promise<void> {
  const why = whyNoSecond(await approverOf(tx, by, at), others)
  if (why !== null) throw new AppError('conflict', why)
}
