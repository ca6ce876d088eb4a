import { hash } from 'node:crypto'

/** Bytes kept of the SHA-256 of a row. */
export const DIGEST_BYTES = 16
export const GENESIS = Buffer.alloc(32)

/** A row of the ledger as it is sealed. Places and balances follow from these: invariants hold them. */
export type LedgerRow = {
  id: string
  memberId: number
  ref: string
  kind: number
  debit: number
  credit: number
  points: number
  schemeId: number | null
  reverses: number | null
  occurredAt: Date
  recordedAt: Date
}

/** One text for one row, that ends: sealed-records.ts says the same in SQL. */
export function ledgerText(row: LedgerRow): string {
  const { id, memberId, ref, kind, debit, credit, points, schemeId, reverses } = row
  return `${id}|${memberId}|${ref}|${kind}|${debit}|${credit}|${points}|${schemeId ?? ''}|${
    reverses ?? ''
  }|${row.occurredAt.getTime()}000|${row.recordedAt.getTime()}000;`
}

/** The digests of rows, one after the other. As text: a Buffer for each would take three times as long. */
export function digestsOf(texts: readonly string[]): Buffer {
  const digests = Buffer.allocUnsafe(texts.length * DIGEST_BYTES)
  texts.forEach((text, i) => {
    digests.write(hash('sha256', text, 'binary'), i * DIGEST_BYTES, DIGEST_BYTES, 'latin1')
  })
  return digests
}

export type Sealed = { at: Date; ids: readonly string[]; digests: Buffer }

/** The hash of a batch of scans: it covers the one before it in its slot. */
export function ledgerSealHash(
  previous: Buffer,
  { slot, number, at, ids, digests }: Sealed & { slot: number; number: string },
): Buffer {
  const head = `${slot}|${number}|${at.getTime()}|${ids.join(',')}|`
  return hash('sha256', Buffer.concat([previous, Buffer.from(head, 'latin1'), digests]), 'buffer')
}

/** The hash of what a transaction wrote to one of the other tables. */
export function recordSealHash(seal: Sealed & { number: string; records: string }): Buffer {
  const { number, records, at, ids, digests } = seal
  const head = `${number}|${records}|${at.getTime()}|${ids.join(',')}|`
  return hash('sha256', Buffer.concat([Buffer.from(head, 'latin1'), digests]), 'buffer')
}
