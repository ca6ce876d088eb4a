import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'
import type { KnownFirm } from './distributor-judging.ts'
import type { IdentityField, SealedNumber } from './identity.ts'

/** The firms that have these codes, by code. */
export async function firmsByCode(
  db: Db | Tx,
  codes: readonly string[],
): Promise<Map<string, KnownFirm>> {
  const rows = await db
    .selectFrom('distributor as d')
    .select([
      'd.distributor_id as distributorId',
      'd.code',
      'd.name',
      'd.state',
      'd.city',
      'd.territory',
      'd.contact_name as contactName',
      'd.mobile',
      'd.email',
      'd.address',
      'd.pincode',
      'd.left_at as leftAt',
    ])
    .where('d.code', '=', sql<string>`any(${codes}::text[])`)
    .execute()
  const numbers = await numbersOf(
    db,
    rows.map(({ distributorId }) => distributorId),
  )
  return new Map(
    rows.map(({ leftAt, ...row }) => {
      const known = numbers.get(row.distributorId) ?? { gstin: null, pan: null }
      return [row.code, { ...row, ...known, deactivated: leftAt !== null }]
    }),
  )
}

/** The numbers on record of these distributors. */
export async function numbersOf(db: Db | Tx, ids: readonly number[]) {
  const rows = await db
    .selectFrom('distributor_identity')
    .select(['distributor_id as distributorId', 'field', 'masked', 'digest'])
    .where('distributor_id', '=', sql<number>`any(${ids}::int[])`)
    .execute()
  const known = new Map<number, Pick<KnownFirm, 'gstin' | 'pan'>>()
  for (const { distributorId, field, masked, digest } of rows) {
    const before = known.get(distributorId) ?? { gstin: null, pan: null }
    known.set(distributorId, { ...before, [field]: { masked, digest } })
  }
  return known
}

/** Whose these GSTINs are, by their digests in hexadecimal digits. */
export async function holdersOfGstins(db: Db | Tx, digests: readonly Buffer[]) {
  const rows = await db
    .selectFrom('distributor_identity as i')
    .innerJoin('distributor as d', 'd.distributor_id', 'i.distributor_id')
    .select(['i.digest', 'd.distributor_id as distributorId', 'd.code', 'd.name'])
    .where('i.field', '=', 'gstin')
    .where('i.digest', '=', sql<Buffer>`any(${digests}::bytea[])`)
    .execute()
  return new Map(rows.map(({ digest, ...holder }) => [digest.toString('hex'), holder]))
}

export type FirmRow = {
  code: string
  name: string
  state: number
  city: string
  territory: string | null
  contactName: string | null
  mobile: string | null
  email: string | null
  address: string | null
  pincode: string | null
}

/** Makes distributors; gives their ids by code. Fails where a code is taken. */
export async function insertFirms(
  tx: Tx,
  firms: readonly FirmRow[],
  at: Date,
): Promise<Map<string, number>> {
  const rows = await tx
    .insertInto('distributor')
    .values(
      firms.map(({ contactName, code, name, state, city, ...more }) => ({
        code,
        name,
        state,
        city,
        territory: more.territory,
        contact_name: contactName,
        mobile: more.mobile,
        email: more.email,
        address: more.address,
        pincode: more.pincode,
        added_at: at,
      })),
    )
    .returning(['distributor_id', 'code'])
    .execute()
  return new Map(rows.map((row) => [row.code, row.distributor_id]))
}

/** Changes what is given of each firm; what is null stays. */
export async function updateFirms(
  tx: Tx,
  firms: readonly (FirmRow & { distributorId: number })[],
): Promise<void> {
  await lockFirms(
    tx,
    firms.map(({ distributorId }) => distributorId),
  )
  const column = <K extends keyof (typeof firms)[number]>(name: K) => firms.map((f) => f[name])
  await sql`
    update distributor d set name = u.name, state = u.state, city = u.city,
      territory = coalesce(u.territory, d.territory),
      contact_name = coalesce(u.contact_name, d.contact_name),
      mobile = coalesce(u.mobile, d.mobile), email = coalesce(u.email, d.email),
      address = coalesce(u.address, d.address), pincode = coalesce(u.pincode, d.pincode)
    from unnest(${column('distributorId')}::int[], ${column('name')}::text[],
      ${column('state')}::smallint[], ${column('city')}::text[], ${column('territory')}::text[],
      ${column('contactName')}::text[], ${column('mobile')}::text[], ${column('email')}::text[],
      ${column('address')}::text[], ${column('pincode')}::text[])
      as u(distributor_id, name, state, city, territory, contact_name, mobile, email, address,
        pincode)
    where d.distributor_id = u.distributor_id`.execute(tx)
}

/** Locks distributors in the order of their ids. */
async function lockFirms(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .selectFrom('distributor')
    .select('distributor_id')
    .where('distributor_id', '=', sql<number>`any(${ids}::int[])`)
    .orderBy('distributor_id')
    .forUpdate()
    .execute()
}

/** Stores numbers in place of those that were there. */
export async function storeNumbers(tx: Tx, numbers: readonly SealedNumber[]): Promise<void> {
  if (numbers.length === 0) return
  await tx
    .insertInto('distributor_identity')
    .values(
      numbers.map(({ distributorId, field, masked, sealed, digest }) => ({
        distributor_id: distributorId,
        field,
        masked,
        sealed,
        digest,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['distributor_id', 'field']).doUpdateSet((set) => ({
        masked: set.ref('excluded.masked'),
        sealed: set.ref('excluded.sealed'),
        digest: set.ref('excluded.digest'),
      })),
    )
    .execute()
}

export async function removeNumber(
  tx: Tx,
  { distributorId, field }: { distributorId: number; field: IdentityField },
): Promise<void> {
  await tx
    .deleteFrom('distributor_identity')
    .where('distributor_id', '=', distributorId)
    .where('field', '=', field)
    .execute()
}
