import type { Generated } from 'kysely'
import type { Bytes, Id } from './column-types.ts'

/** The tables of the chain (0001_platform.sql). */
export type ChainTables = {
  ledger_seal: {
    slot: number
    number: Id
    at: Date
    ids: string[]
    digests: Bytes
    hash: Bytes
    mac: Bytes
  }
  record_seal: {
    number: Id
    records: string
    at: Date
    ids: string[]
    digests: Bytes
    hash: Bytes
    mac: Bytes
    link: Id | null
  }
  chain_link: { number: Id; at: Date; content: string; hash: Bytes; signature: Bytes }
  chain_key: { one: Generated<boolean>; public_key: Bytes; sealed: Bytes }
}
