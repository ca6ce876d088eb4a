import { sql } from 'kysely'
import type { TestDatabase } from '../../../test/harness.ts'

/** A distributor with GSTIN and PAN, and one that was deactivated. */
export async function onboardFirms({ db }: TestDatabase): Promise<void> {
  const sealed = Buffer.from('0200000001', 'hex')
  await sql`insert into distributor (distributor_id, code, name, state, city, left_at, left_reason)
    values (901, 'D901', 'Sharma Traders', 8, 'Jaipur', null, null),
      (902, 'D902', 'Gupta Stores', 27, 'Pune', now(), 'Closed its shop')`.execute(db)
  await sql`insert into distributor_identity (distributor_id, field, masked, sealed, digest)
    values (901, 'gstin', '08ABCPE****F1ZX', ${sealed}, 'a'),
      (901, 'pan', 'ABCPE****F', ${sealed}, 'b'),
      (902, 'pan', 'ABCPE****F', ${sealed}, 'b')`.execute(db)
}

const ROLE = 'Whoever has the role of a worker is one, and nobody else is'
const NUMBERS =
  'A GSTIN on record is of the state of its distributor, and the PAN inside it is on record'
const LEFT = 'A distributor that was deactivated has the reason on record, any other has none'

export const PEOPLE_BREAKS: readonly [string, string][] = [
  [ROLE, 'delete from worker where staff_id = 51'],
  [ROLE, "update staff set role = 'cs' where staff_id = 51"],
  [ROLE, "insert into worker (staff_id, employee_code) values (1, 'E1')"],
  [NUMBERS, 'update distributor set state = 27 where distributor_id = 901'],
  [NUMBERS, "delete from distributor_identity where distributor_id = 901 and field = 'pan'"],
  [
    NUMBERS,
    "update distributor_identity set masked = 'ABCPX****F' where distributor_id = 901 and field = 'pan'",
  ],
  [LEFT, 'update distributor set left_reason = null where distributor_id = 902'],
  [LEFT, 'update distributor set left_at = null where distributor_id = 902'],
]
