import { makeRandom } from '../../../server/demo/random.ts'
import { work, type Desk, type Turn } from './journal.ts'
import { redeemer, scanner } from './members.ts'
import { adjuster, approver, lineWorker, reader, reviewer, sender } from './staff.ts'

/** Where a client calls, what there is and where it writes down. */
type Place = Omit<Desk, 'random'>

/** The sixteen at work at once. Ends, when the journal is to be closed, with what each has begun. */
export async function sixteenClients(
  place: Place,
  { seed, thinkMs }: { seed: number; thinkMs: number },
): Promise<void> {
  const { world } = place
  const kinds: ((desk: Desk) => Turn)[] = [
    ...world.scanners.map((one) => (desk: Desk) => scanner(desk, one)),
    ...world.payees.map((one) => (desk: Desk) => redeemer(desk, one)),
    ...world.workers.map((one) => (desk: Desk) => lineWorker(desk, one)),
    ...world.approvers.map((one) => (desk: Desk) => approver(desk, one)),
    (desk) => sender(desk, world.approver),
    (desk) => reviewer(desk, world.approver),
    (desk) => adjuster(desk),
    (desk) => reader(desk, world.approver),
  ]
  await Promise.all(
    kinds.map((kind, turn) => {
      const desk = { ...place, random: makeRandom(seed * 100 + turn) }
      return work(desk, kind(desk), thinkMs)
    }),
  )
}
