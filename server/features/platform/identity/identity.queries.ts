import { sql } from 'kysely'
import type { CompanyBody, ProgrammeBody } from '../../../../contract/platform/programme.ts'
import type { Db, Tx } from '../../../db/database.ts'

const FIELDS = [
  'name',
  'colour',
  'support_phone as supportPhone',
  'support_email as supportEmail',
  'languages',
  'legal_name as legalName',
  'address',
  'gstin',
  'pan',
  'tan',
  'dlt_entity as dltEntity',
  'dlt_header as dltHeader',
  'version',
] as const

export async function programmeRow(db: Db | Tx, { lock = false } = {}) {
  const query = db.selectFrom('programme').select(FIELDS)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

type Change = ProgrammeBody & Partial<Omit<CompanyBody, 'version'>> & { at: Date }

/** Writes the row, or the given fields of the one that is there. */
export async function putProgramme(tx: Tx, change: Change): Promise<void> {
  const legal = {
    ...(change.legalName !== undefined && { legal_name: change.legalName }),
    ...(change.address !== undefined && { address: change.address }),
    ...(change.gstin !== undefined && { gstin: change.gstin }),
    ...(change.pan !== undefined && { pan: change.pan }),
    ...(change.tan !== undefined && { tan: change.tan }),
    ...(change.dltEntity !== undefined && { dlt_entity: change.dltEntity }),
    ...(change.dltHeader !== undefined && { dlt_header: change.dltHeader }),
  }
  const row = {
    name: change.name,
    colour: change.colour,
    support_phone: change.supportPhone,
    support_email: change.supportEmail,
    languages: change.languages,
    changed_at: change.at,
    ...legal,
  }
  const numbers = { gstin: null, pan: null, tan: null, dlt_entity: null, dlt_header: null }
  const none = { legal_name: null, address: null, ...numbers }
  await tx
    .insertInto('programme')
    .values({ ...none, ...row })
    .onConflict((conflict) =>
      conflict.column('one').doUpdateSet({ ...row, version: sql<number>`programme.version + 1` }),
    )
    .execute()
}

export async function logoHash(db: Db | Tx): Promise<string | null> {
  const row = await db.selectFrom('programme_logo').select('hash').executeTakeFirst()
  return row?.hash ?? null
}

export async function logoPng(db: Db | Tx): Promise<{ hash: string; png: Buffer } | undefined> {
  return db.selectFrom('programme_logo').select(['hash', 'png']).executeTakeFirst()
}

export async function putLogo(
  tx: Tx,
  { hash, png, at }: { hash: string; png: Buffer; at: Date },
): Promise<void> {
  const row = { hash, png, changed_at: at }
  await tx
    .insertInto('programme_logo')
    .values(row)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(row))
    .execute()
}

export async function deleteLogo(tx: Tx): Promise<boolean> {
  const gone = await tx.deleteFrom('programme_logo').executeTakeFirst()
  return gone.numDeletedRows > 0n
}
