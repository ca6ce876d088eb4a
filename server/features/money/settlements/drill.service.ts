import {
  ACCOUNTS,
  TRANSFER_KINDS,
  account,
  transferKind,
} from '../../../../contract/ledger/points.ts'
import type { Context } from '../../../context.ts'
import * as queries from './drill.queries.ts'
import { ensureSettlement, type Which } from './settlements.service.ts'

const KINDS = new Map<number, (typeof transferKind.options)[number]>(
  transferKind.options.map((kind) => [TRANSFER_KINDS[kind], kind]),
)
const ACCOUNT_NAMES = new Map<number, (typeof account.options)[number]>(
  account.options.map((name) => [ACCOUNTS[name], name]),
)

function named<T>(names: ReadonlyMap<number, T>, stored: number): T {
  const name = names.get(stored)
  if (name === undefined) throw new Error(`The ledger holds the unknown number ${stored}.`)
  return name
}

/** The transfers that a figure of a settlement sums; 404 where it was never computed. */
export async function listTransfers(
  { db }: Pick<Context, 'db'>,
  which: Which,
  query: queries.TransfersQuery,
) {
  await ensureSettlement(db, which)
  const page = await queries.transfersPage(db, which, query)
  return {
    ...page,
    items: page.items.map(({ kind, debit, credit, recordedAt, ...row }) => ({
      ...row,
      kind: named(KINDS, kind),
      debit: named(ACCOUNT_NAMES, debit),
      credit: named(ACCOUNT_NAMES, credit),
      recordedAt: recordedAt.toISOString(),
    })),
  }
}

/** The members of a settlement, by code, with what each has in its figures. */
export async function listMembers(
  { db }: Pick<Context, 'db'>,
  which: Which,
  query: queries.MembersQuery,
) {
  await ensureSettlement(db, which)
  const page = await queries.membersPage(db, which, query)
  const shares = await queries.sharesOf(db, which, page.items)
  const byMember = new Map(shares.map((share) => [share.memberId, share]))
  return {
    ...page,
    items: page.items.flatMap(({ last: _last, ...member }) => {
      const share = byMember.get(member.memberId)
      return share ? [{ ...member, ...share }] : []
    }),
  }
}
