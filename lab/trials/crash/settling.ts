import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../../server/db/database.ts'
import type { Simulator } from '../../../server/test/payout-simulator.ts'

const POLL_MS = 200
const LONGEST_MS = 180_000

/** Payments of which nobody can say yet whether they arrived. */
async function pendingPayments(db: Db): Promise<number> {
  const { pending } = await db
    .selectFrom('payment')
    .select((select) => select.fn.countAll<string>().as('pending'))
    .where('state', 'in', ['proposed', 'queued', 'processing', 'unknown'])
    .executeTakeFirstOrThrow()
  return Number(pending)
}

/** Waits until nothing is on its way, neither here nor at the provider; gives the milliseconds. */
export async function untilSettled(db: Db, { control }: Simulator): Promise<number> {
  const began = performance.now()
  await control.setFaults([])
  for (const end = Date.now() + LONGEST_MS; ; await pause(POLL_MS)) {
    const [pending, { waitingEvents }] = [await pendingPayments(db), await control.state()]
    if (pending === 0 && waitingEvents === 0) return performance.now() - began
    if (Date.now() > end) throw new Error(`${pending} payments and ${waitingEvents} events wait.`)
  }
}

/** Payment by payment: what we call paid and what the provider paid are the same, each once. */
export async function paymentDifferences(db: Db, { control }: Simulator): Promise<string[]> {
  const [ours, payouts] = [
    await db
      .selectFrom('payment')
      .select(['number', 'state', 'net_paise as paise', 'provider_id as id'])
      .execute(),
    await control.payouts(),
  ]
  const theirs = new Map(payouts.map((payout) => [payout.reference_id, payout]))
  const twice = theirs.size === payouts.length ? [] : ['A payment has two payouts']
  const differing = ours.filter(({ number, state, paise, id }) => {
    const payout = theirs.get(number)
    theirs.delete(number)
    const isSame = payout?.id === id && payout?.amount === Number(paise)
    return !(isSame && state === 'processed' && payout?.status === 'processed')
  })
  return [
    ...twice,
    ...differing.map((payment) => `Not as the provider has it: ${JSON.stringify(payment)}`),
    ...[...theirs.keys()].map((number) => `The provider paid ${number}, which is not ours`),
  ]
}
