import { z } from 'zod'
import { meltagStatus, type MeltagTag } from '../../../../contract/programme/meltag.ts'
import { COLUMNS, type Column } from './meltag.queries.ts'

/** A tag of the vendor's with the digest of its code, which no page needs. */
export type VendorTag = Omit<MeltagTag, 'statusAt' | 'activatedAt' | 'consumedAt' | 'updatedAt'> & {
  digest: string | null
  statusAt: Date | null
  activatedAt: Date | null
  consumedAt: Date | null
  updatedAt: Date | null
}

/** Years of four digits: a moment such as `infinity` is none that JSON could carry. */
const moment = z.date().min(new Date('1900-01-01')).max(new Date('9999-12-31')).nullable()
const words = z.string().max(200)
const row = z.object({
  tag: words,
  code_digest: words.nullable(),
  batch_number: z.number().int().nullable(),
  serial: z.number().int().nullable(),
  product_code: words.nullable(),
  plant_code: words.nullable(),
  status: words,
  status_at: moment,
  activated_at: moment,
  consumed_at: moment,
  updated_at: moment,
} satisfies Record<Column, z.ZodType>)

/** A value that no such column can hold. */
export class WrongValue extends Error {
  readonly column: Column

  constructor(column: Column) {
    super(`${column} holds what it cannot hold.`)
    this.column = column
  }
}

/** A row of the view as we know tags. Throws WrongValue, which names the first wrong column. */
export function tagOf(found: unknown): VendorTag {
  const read = row.safeParse(found)
  if (!read.success) throw new WrongValue(columnOf(read.error.issues[0]?.path[0]))
  const { data } = read
  return {
    tag: data.tag,
    digest: data.code_digest,
    batchNumber: data.batch_number,
    serial: data.serial,
    productCode: data.product_code,
    plantCode: data.plant_code,
    status: data.status,
    known: meltagStatus.safeParse(data.status).data ?? null,
    statusAt: data.status_at,
    activatedAt: data.activated_at,
    consumedAt: data.consumed_at,
    updatedAt: data.updated_at,
  }
}

function columnOf(name: PropertyKey | undefined): Column {
  return (Object.keys(COLUMNS) as Column[]).find((column) => column === name) ?? 'tag'
}

/** As an answer carries it. */
export function tellTag(tag: VendorTag): MeltagTag {
  return {
    tag: tag.tag,
    batchNumber: tag.batchNumber,
    serial: tag.serial,
    productCode: tag.productCode,
    plantCode: tag.plantCode,
    status: tag.status,
    known: tag.known,
    statusAt: told(tag.statusAt),
    activatedAt: told(tag.activatedAt),
    consumedAt: told(tag.consumedAt),
    updatedAt: told(tag.updatedAt),
  }
}

const told = (at: Date | null): string | null => at?.toISOString() ?? null
