import { sql } from 'kysely'
import * as contract from '../../../../contract/people/addresses.ts'
import type { AddressInput } from '../../../../contract/people/addresses.ts'
import { getMyRedemption } from '../../../../contract/money/redemptions.ts'
import type { TestServer } from '../../../test/server.ts'

type Signed = { token: string }

/** Where gifts of tests go, where it does not matter. */
export const ADDRESS = {
  recipient: 'Ramesh Kumar',
  line1: 'Shop 14, Station Road',
  line2: 'Kothrud',
  landmark: 'Behind the post office',
  pincode: '411038',
  city: 'Pune',
  state: 27,
  phone: '9822012345',
} as const satisfies AddressInput

/** Words that stand nowhere else. */
export const SECRETS = {
  recipient: 'Zubeda Markerwali',
  line1: '77 Quxbar Gali',
  line2: 'Zyxwadi',
  landmark: 'Opposite Plughchowk',
  phone: '9876501234',
}
export const PLACE = { city: 'Wumpuspura', state: 29, pincode: '560034' }
export const MARKED = { ...SECRETS, ...PLACE }
export const REASON = 'Moved to another house'

/** The tables of which some row, as text, holds this text. */
export async function tablesThatHold({ db }: TestServer, text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss')`.execute(db)
  const found: string[] = []
  for (const { name } of rows) {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from ${sql.raw(name)} t where t::text ilike ${`%${text}%`}) as found`.execute(
      db,
    )
    if (rows[0]?.found) found.push(name)
  }
  return found
}

/** What is done with addresses on a test server, over HTTP. */
export const addressesOn = (server: TestServer) => ({
  set: (redemptionId: string, { token }: Signed, body: object = {}) =>
    server.call(contract.setAddress, {
      token,
      params: { redemptionId },
      body: { address: MARKED, reason: REASON, ...body },
    }),
  correctMine: (redemptionId: string, { token }: Signed, address: object) =>
    server.call(contract.correctMyAddress, { token, params: { redemptionId }, body: { address } }),
  reveal: (redemptionId: string, { token }: Signed, reason = 'The parcel was asked about') =>
    server.call(contract.revealAddress, { token, params: { redemptionId }, body: { reason } }),
  forParcel: (redemptionId: string, { token }: Signed) =>
    server.call(contract.parcelAddress, { token, params: { redemptionId } }),
  mine: (redemptionId: string, { token }: Signed) =>
    server.call(getMyRedemption, { token, params: { redemptionId } }),
  last: ({ token }: Signed) => server.call(contract.myLastAddress, { token }),
  /** As before there were addresses. */
  takeAway: (redemptionId: string) =>
    server.db.deleteFrom('redemption_address').where('redemption_id', '=', redemptionId).execute(),
  auditOf: (redemptionId: string) =>
    server.db
      .selectFrom('audit')
      .select(['action', 'staff_id', 'reason', 'before', 'after'])
      .where('subject', '=', 'redemption')
      .where('subject_id', '=', redemptionId)
      .orderBy('seq')
      .execute(),
})
