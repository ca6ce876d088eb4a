import type { QueryConfig, QueryResultRow } from 'pg'
import { ACCOUNTS } from '../../../../contract/ledger/points.ts'
import {
  type Chain,
  digestsOf,
  GENESIS,
  ledgerSealHash,
  ledgerText,
  type Sealed,
} from '../../platform/chain/index.ts'
import type { TransferRow } from './plan.ts'

export type LedgerSeal = Sealed & { number: string; hash: Buffer; mac: Buffer }

const NEWEST = `select number, hash from ledger_seal where slot = $1
  order by number desc limit 1`

type Slot = {
  readonly number: number
  query<Row extends QueryResultRow>(query: QueryConfig): Promise<Row[]>
}

/** The chain of a writer slot: each batch of its scans that moved points is sealed onto the one before. */
export class SlotSeals {
  readonly #slot: Slot
  readonly #chain: Pick<Chain, 'mac'>
  #number = 0n
  #hash: Buffer = GENESIS

  constructor(slot: Slot, chain: Pick<Chain, 'mac'>) {
    this.#slot = slot
    this.#chain = chain
  }

  /** Where the slot's last owner left the chain. */
  async load(): Promise<void> {
    const query = { text: NEWEST, values: [this.#slot.number] }
    const [row] = await this.#slot.query<{ number: string; hash: Buffer }>(query)
    this.#number = BigInt(row?.number ?? 0)
    this.#hash = row?.hash ?? GENESIS
  }

  /** The seal of rows that are about to be written; null where there are none. */
  next(transfers: readonly TransferRow[], at: Date): LedgerSeal | null {
    if (transfers.length === 0) return null
    const { refs, texts } = byScan(transfers, at)
    const sealed = { number: String(this.#number + 1n), at, ids: refs, digests: digestsOf(texts) }
    const hash = ledgerSealHash(this.#hash, { slot: this.#slot.number, ...sealed })
    return { ...sealed, hash, mac: this.#chain.mac(hash) }
  }

  /** It was committed: the next one is sealed onto it. */
  written(seal: LedgerSeal | null): void {
    if (!seal) return
    this.#number = BigInt(seal.number)
    this.#hash = seal.hash
  }
}

/**
 * What each scan gave is sealed as one, its bonuses behind it: a third of the work where there are two.
 * The rows of a scan stand together in a plan, in the order of their ids.
 */
function byScan(transfers: readonly TransferRow[], at: Date): { refs: string[]; texts: string[] } {
  const refs: string[] = []
  const texts: string[] = []
  for (const row of transfers) {
    const text = textOf(row, at)
    if (row.ref === refs.at(-1)) texts.push(`${texts.pop()}${text}`)
    else {
      refs.push(row.ref)
      texts.push(text)
    }
  }
  return { refs, texts }
}

/** As apply_scans writes it: from issuance, and of the batch's moment unless it has one of its own. */
function textOf(row: TransferRow, at: Date): string {
  const { id, member_id: memberId, ref, kind, credit, points } = row
  return ledgerText({
    id,
    memberId,
    ref,
    kind,
    credit,
    points,
    debit: ACCOUNTS.issuance,
    schemeId: row.scheme_id ?? null,
    reverses: null,
    occurredAt: row.occurred_at ?? at,
    recordedAt: at,
  })
}
