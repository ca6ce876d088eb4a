import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LOOKUPS_KEPT_DAYS } from '../../../../contract/platform/data-access.ts'
import type { Endpoint } from '../../../../contract/endpoint.ts'
import { getKyc, openKyc } from '../../../../contract/people/kyc.ts'
import { LISTS } from '../../../../contract/list-endpoints.ts'
import type { ListName } from '../../../../contract/lists.ts'
import { budgetRule } from '../../../../contract/platform/rule-budgets.ts'
import { dayOf, addDays } from '../../../../contract/time.ts'
import { getUser } from '../../../../contract/desk/users.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { addUse } from './budgets.queries.ts'
import { budgetOf, counterOf, tellWhenMuch, type Use } from './budgets.service.ts'
import { addLookup, deleteBefore, type Lookup } from './lookups.queries.ts'

/** What opens a member; `:memberId` says which. */
const OPENING: readonly Pick<Endpoint, 'method' | 'path'>[] = [getUser, getKyc, openKyc]

/** Lists whose search finds people by name or mobile. */
const SEARCHED = [
  'users',
  'kyc-queue',
  'kyc-history',
  'kyc-logs',
  'scans',
  'transfers',
  'redemptions',
  'payments-pending',
  'payments-complete',
  'payments-failed',
  'parcels',
  'charges',
  'enquiries',
  'disputes',
  'workers',
  'distributors',
  'notification-deliveries',
] as const satisfies readonly ListName[]

type Looking = Pick<Context, 'db' | 'rules' | 'now'>
type Looked = Pick<Lookup, 'kind' | 'subject'>

/**
 * Writes down who opens a member and who searches for people, before the answer leaves: on the routes
 * of the endpoints above and on no other. Call it before they are mounted.
 */
export function watchLookups(app: FastifyInstance, context: Looking): void {
  const searches = new Searches()
  const readers = new Map<string, (request: FastifyRequest) => Looked | null>()
  for (const { method, path } of OPENING) readers.set(`${method} ${path}`, opened)
  for (const list of SEARCHED) {
    const { method, path } = LISTS[list]
    readers.set(`${method} ${path}`, (request) => searches.read(request, list))
  }
  app.addHook('onRoute', (route) => {
    const reader = readers.get(`${String(route.method)} ${route.url}`)
    if (!reader) return
    route.onSend = async (request, reply, payload) => {
      const { caller } = request
      if (reply.statusCode < 400 && caller?.kind === 'staff') {
        const looked = budgetRule('people', caller.role) && reader(request)
        if (looked) await noteLookup(context, caller, { ...looked, address: request.ip })
      }
      return payload
    }
  })
}

function opened({ params }: FastifyRequest): Looked {
  const { memberId } = params as { memberId: number }
  return { kind: 'opened', subject: String(memberId) }
}

/**
 * What each person searched for last, in this process only: a search that repeats it or goes on typing
 * finds nobody new, and counts once.
 */
class Searches {
  readonly #last = new Map<number, string>()

  read({ query, caller }: FastifyRequest, list: ListName): Looked | null {
    const { q, after, before } = query as { q?: string; after?: string; before?: string }
    if (!q || after !== undefined || before !== undefined || caller?.kind !== 'staff') return null
    const words = q.toLowerCase()
    const last = this.#last.get(caller.staffId)
    this.#last.set(caller.staffId, words)
    if (last !== undefined && words.startsWith(last)) return null
    return { kind: 'searched', subject: list }
  }
}

/** One lookup, and what it adds to the people of the day: a member opened again adds nobody. */
async function noteLookup(
  { db, rules, now }: Looking,
  by: StaffCaller,
  looked: Looked & { address: string },
): Promise<void> {
  const at = now()
  const use: Use = { by, kind: 'people', amount: 1, at }
  await transaction(db, async (tx) => {
    const lookup = { ...looked, staffId: by.staffId, role: by.role, day: dayOf(at), at }
    const times = await addLookup(tx, lookup)
    if (looked.kind === 'opened' && times > 1) return
    const used = await addUse(tx, counterOf(use), { amount: 1, most: null })
    const inForce = rules.at(at)
    await tellWhenMuch(tx, use, {
      used: used ?? 0,
      budget: budgetOf(inForce, 'people', by.role),
      percent: inForce.budgetNoticePercent,
    })
  })
}

/** Deletes lookups and counters of days that are over for so long. */
export async function sweepLookups({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const day = addDays(dayOf(now()), -LOOKUPS_KEPT_DAYS)
  await transaction(db, (tx) => deleteBefore(tx, day))
}
