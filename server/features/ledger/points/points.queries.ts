import { sql, type NotNull } from 'kysely'
import type { z } from 'zod'
import {
  ACCOUNTS,
  TRANSFER_KINDS,
  account,
  transferKind,
  type Account,
  type TransferKind,
  type memberPoints,
  type transferListQuery,
} from '../../../../contract/ledger/points.ts'
import { number, type Db } from '../../../db/database.ts'
import { isOneOf, type IdRange } from '../../../db/id-range.ts'
import { joinedPage, type Order } from '../../../db/keyset.ts'
import { belongsTo } from './transfer-ref.ts'

export type TransferQuery = z.output<typeof transferListQuery>
export type MemberPointsQuery = z.output<NonNullable<typeof memberPoints.query>>

/** What a search narrowed the ledger to. */
export type Sought = {
  memberId?: number
  of?: { memberId: number; ref: string }
  transferId?: string
}

const KINDS = new Map<number, TransferKind>(
  transferKind.options.map((kind) => [TRANSFER_KINDS[kind], kind]),
)
const ACCOUNT_NAMES = new Map<number, Account>(
  account.options.map((name) => [ACCOUNTS[name], name]),
)

const transfers = (db: Db) =>
  db
    .selectFrom('transfer as t')
    .select([
      't.id',
      't.member_id',
      't.seq',
      't.recorded_at',
      't.kind',
      't.debit',
      't.credit',
      't.points',
      't.available_after',
      't.held_after',
      't.ref',
      't.reverses',
      't.scheme_id',
    ])

function withSchemes(db: Db, found: ReturnType<typeof transfers>) {
  return db
    .selectFrom(found.as('t'))
    .leftJoin('scheme', 'scheme.scheme_id', 't.scheme_id')
    .select((select) => [
      't.id as transferId',
      't.seq',
      't.recorded_at as recordedAt',
      't.kind',
      't.debit',
      't.credit',
      number(select.ref('t.points')).as('points'),
      number(select.ref('t.available_after')).as('availableAfter'),
      number(select.ref('t.held_after')).as('heldAfter'),
      't.ref',
      't.reverses',
      'scheme.name as schemeName',
    ])
}
type Found = Awaited<ReturnType<ReturnType<typeof withSchemes>['executeTakeFirstOrThrow']>>

function toRow<T extends Found>({ kind, debit, credit, recordedAt, ...row }: T) {
  return {
    ...row,
    kind: named(KINDS, kind),
    debit: named(ACCOUNT_NAMES, debit),
    credit: named(ACCOUNT_NAMES, credit),
    recordedAt: recordedAt.toISOString(),
  }
}

function named<T>(names: ReadonlyMap<number, T>, stored: number): T {
  const name = names.get(stored)
  if (name === undefined) throw new Error(`The ledger holds the unknown number ${stored}.`)
  return name
}

function withMembers(db: Db, found: ReturnType<typeof transfers>) {
  return (
    withSchemes(db, found)
      .leftJoin('member', 'member.member_id', 't.member_id')
      .select([
        't.member_id as memberId',
        'member.code as memberCode',
        'member.name as memberName',
        'member.mobile',
      ])
      // Points belong to a member, and members are never deleted.
      .$narrowType<{ memberCode: NotNull; memberName: NotNull; mobile: NotNull }>()
  )
}
type FoundInLedger = Awaited<ReturnType<ReturnType<typeof withMembers>['executeTakeFirstOrThrow']>>

const ledgerKey = [
  { column: 't.id', type: 'bigint', of: (row: FoundInLedger) => row.transferId },
  { column: 't.member_id', type: 'int', of: (row: FoundInLedger) => row.memberId },
  { column: 't.seq', type: 'int', of: (row: FoundInLedger) => row.seq },
] as const
const LEDGER_ORDERS: Record<TransferQuery['sort'], Order<FoundInLedger>> = {
  newest: { name: 'newest', direction: 'desc', key: [...ledgerKey] },
  oldest: { name: 'oldest', direction: 'asc', key: [...ledgerKey] },
}

/**
 * A member's ledger has an order of its own without gaps, in which its balances follow each other. By
 * their ids the database would look for the transfers of a busy member among those of all.
 */
const ownKey = [{ column: 't.seq', type: 'int', of: (row: Found) => row.seq }] as const
const OWN_ORDERS: Record<TransferQuery['sort'], Order<Found>> = {
  newest: { name: 'newest', direction: 'desc', key: [...ownKey] },
  oldest: { name: 'oldest', direction: 'asc', key: [...ownKey] },
}

const OF_SCHEMES: ReadonlySet<TransferKind> = new Set(['scheme_bonus', 'reversal'])

export async function ledgerPage(db: Db, filters: TransferQuery, ids: IdRange, sought: Sought) {
  let query = transfers(db)
  if (ids.from) query = query.where('t.id', '>=', ids.from)
  if (ids.before) query = query.where('t.id', '<', ids.before)
  if (sought.memberId) query = query.where('t.member_id', '=', sought.memberId)
  if (sought.of) query = query.where(belongsTo('t', sought.of))
  if (sought.transferId) query = query.where('t.id', '=', sought.transferId)
  if (filters.member !== undefined) query = query.where('t.member_id', '=', filters.member)
  if (filters.scheme !== undefined) query = query.where('t.scheme_id', '=', filters.scheme)
  // Of a scheme there are two kinds: for another one its many transfers would be read in vain.
  const kinds =
    filters.scheme === undefined
      ? filters.kind
      : filters.kind?.filter((kind) => OF_SCHEMES.has(kind))
  if (kinds?.length === 0) query = query.where(sql<boolean>`false`)
  else if (kinds) {
    query = query.where(isOfKind(kinds))
    // Told again, as the index of kinds leaves plain scans out: they are found among all.
    if (!kinds.includes('scan')) query = query.where('t.kind', '<>', TRANSFER_KINDS.scan)
  }
  const isOfOne = filters.member !== undefined || sought.memberId !== undefined
  const order: Order<FoundInLedger> = isOfOne
    ? OWN_ORDERS[filters.sort]
    : LEDGER_ORDERS[filters.sort]
  const page = await joinedPage(db, query, (found) => withMembers(db, found), order, filters)
  return { ...page, items: page.items.map(toRow) }
}

export async function memberPage(
  db: Db,
  memberId: number,
  filters: MemberPointsQuery,
  ids: IdRange,
) {
  let query = transfers(db).where('t.member_id', '=', memberId)
  if (ids.from) query = query.where('t.id', '>=', ids.from)
  if (ids.before) query = query.where('t.id', '<', ids.before)
  if (filters.kind) query = query.where(isOfKind(filters.kind))
  const order = OWN_ORDERS[filters.sort]
  const page = await joinedPage(db, query, (found) => withSchemes(db, found), order, filters)
  return { ...page, items: page.items.map(toRow) }
}

function isOfKind(kinds: readonly TransferKind[]) {
  return isOneOf(
    't.kind',
    kinds.map((kind) => TRANSFER_KINDS[kind]),
  )
}
