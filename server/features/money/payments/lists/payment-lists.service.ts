import type {
  CompletePaymentsQuery,
  FailedPaymentsQuery,
  PendingPaymentsQuery,
} from '../../../../../contract/money/payment-queries.ts'
import type { Context } from '../../../../context.ts'
import type { StaffCaller } from '../../../../http/caller.ts'
import { invalidField } from '../../../../lib/app-error.ts'
import { memberNamed, readMemberWords } from '../../../people/members/index.ts'
import { approverOf } from '../../../platform/permissions/index.ts'
import { approversOf, checkRedemptions } from '../../redemptions/index.ts'
import { alertsOf } from '../reconcile/alert.service.ts'
import { detailsAskedOf } from '../send/details.queries.ts'
import { failedPage } from './failed-list.queries.ts'
import * as list from './payment-list.queries.ts'
import { whatMay } from '../send/may.ts'
import { toRow } from './payment-rows.ts'

type Reading = Pick<Context, 'db' | 'config' | 'now' | 'rules'>
const NOTHING = { items: [], next: null, previous: null, count: 0 }
const NUMBER = /^(PY|RD)?-?(\d{6,9})$/i
const UTR = /^[A-Z0-9]{6,40}$/i

/** What a search narrows a list to; null when it names nothing that exists. */
async function seek(
  { db }: Pick<Context, 'db'>,
  { q, from, to }: { q?: string | undefined; from?: string | undefined; to?: string | undefined },
): Promise<list.Sought | null> {
  if (from && to && from > to) {
    throw invalidField('to', 'The last day must not be before the first.')
  }
  if (!q) return {}
  const [, letters, digits] = NUMBER.exec(q) ?? []
  if (digits !== undefined) {
    const kinds = letters ? [letters.toUpperCase()] : ['PY', 'RD']
    return {
      rowIds: await list.rowsNumbered(
        db,
        kinds.map((kind) => `${kind}${digits}`),
      ),
    }
  }
  const utr = q.toUpperCase()
  if (UTR.test(q) && (await list.hasUtr(db, utr))) return { utr }
  const words = readMemberWords(q)
  if (words) {
    const memberId = await memberNamed({ db }, words)
    return memberId === null ? null : { memberId }
  }
  if (UTR.test(q)) return null
  throw invalidField('q', 'Search by payment, redemption, UTR, mobile number or member code.')
}

/** Money that waits: ready to send, proposed, queued, processing, unknown. */
export async function pendingPayments(context: Reading, filters: PendingPaymentsQuery) {
  const sought = await seek(context, filters)
  return sought ? rowsOf(context, await list.pendingPage(context.db, filters, sought)) : NOTHING
}

/** Payments that arrived, those that came back again among them. */
export async function completePayments(context: Reading, filters: CompletePaymentsQuery) {
  const sought = await seek(context, filters)
  return sought ? rowsOf(context, await list.completePage(context.db, filters, sought)) : NOTHING
}

type Found = Awaited<ReturnType<typeof list.pendingPage>>

async function rowsOf({ db }: Reading, page: Found) {
  const alerts = await alertsOf(db, idsOf(page))
  const items = page.items.map((found) => toRow(found, alerts.get(found.redemptionId) ?? 0, null))
  return { ...page, items }
}

const idsOf = ({ items }: Found) => items.map(({ redemptionId }) => redemptionId)

/** Redemptions whose last payment came to nothing, each with whether the caller may begin another. */
export async function failedPayments(
  context: Reading,
  caller: StaffCaller,
  filters: FailedPaymentsQuery,
) {
  const { db } = context
  const sought = await seek(context, filters)
  if (!sought) return NOTHING
  const page = await failedPage(db, filters, sought)
  const now = context.now()
  const [alerts, checked, asked, approvers, approver] = await Promise.all([
    alertsOf(db, idsOf(page)),
    checkRedemptions(db, context, idsOf(page), { elsewhere: true }),
    detailsAskedOf(db, idsOf(page)),
    approversOf(db, idsOf(page)),
    approverOf(db, caller, now),
  ])
  const items = page.items.map((found) => {
    const { redemptionId } = found
    const open = alerts.get(redemptionId) ?? 0
    const known = {
      alerts: open,
      checked: checked.get(redemptionId),
      asked: asked.get(redemptionId),
      approverIds: approvers.get(redemptionId) ?? [],
    }
    return toRow(found, open, whatMay(found, known, { role: caller.role, approver, now }))
  })
  return { ...page, items }
}
