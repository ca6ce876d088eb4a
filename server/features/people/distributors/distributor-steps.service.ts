import type { z } from 'zod'
import type {
  DistributorDetail,
  revealDistributor,
} from '../../../../contract/people/distributors.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { withinBudget } from '../../platform/data-access/index.ts'
import { refuseNumbers } from '../kyc/index.ts'
import { distributorDetailOf, lockedDistributor } from './distributors.service.ts'
import * as queries from './distributors.queries.ts'
import { openNumber } from './identity.ts'

const NAMES = { gstin: 'GSTIN', pan: 'PAN' } as const

type Asked = { distributorId: number; reason: string }

/** Its members and settlements stay; it is chosen for nothing new. */
export async function deactivateDistributor(
  context: Context,
  caller: StaffCaller,
  asked: Asked,
  origin: Origin,
): Promise<DistributorDetail> {
  return setStatus(context, caller, { ...asked, origin }, 'deactivated')
}

export async function reactivateDistributor(
  context: Context,
  caller: StaffCaller,
  asked: Asked,
  origin: Origin,
): Promise<DistributorDetail> {
  return setStatus(context, caller, { ...asked, origin }, 'active')
}

async function setStatus(
  { db, keys, now }: Context,
  by: StaffCaller,
  { distributorId, reason, origin }: Asked & { origin: Origin },
  status: DistributorDetail['status'],
): Promise<DistributorDetail> {
  refuseNumbers('reason', reason)
  return transaction(db, async (tx) => {
    const { code, name, leftAt } = await lockedDistributor(tx, distributorId)
    const before = leftAt === null ? 'active' : 'deactivated'
    if (before === status) {
      throw new AppError('conflict', `${code} (${name}) is ${status} already.`)
    }
    const at = now()
    const left = status === 'deactivated' ? { at, reason } : null
    await queries.setLeft(tx, distributorId, left)
    await writeAudit(tx, keys, {
      by,
      action: left ? 'distributor.deactivated' : 'distributor.reactivated',
      subject: 'distributor',
      subjectId: distributorId,
      before: { status: before },
      after: { status },
      reason,
      requestId: origin.requestId,
      at,
    })
    return distributorDetailOf(tx, distributorId)
  })
}

type Reveal = { distributorId: number } & z.output<NonNullable<typeof revealDistributor.body>>

/**
 * A number in full. That it was shown, to whom and why is on record, committed, before anything is
 * opened.
 */
export async function revealNumber(
  context: Context,
  by: StaffCaller,
  { distributorId, field, reason }: Reveal,
  origin: Origin,
): Promise<{ value: string }> {
  refuseNumbers('reason', reason)
  const { keys, vault } = context
  const at = context.now()
  const use = { by, kind: 'reveals', amount: 1, at } as const
  const { sealed } = await withinBudget(context, use, async (tx) => {
    await lockedDistributor(tx, distributorId)
    const found = await queries.sealedNumber(tx, distributorId, field)
    if (!found) throw notFound(`${NAMES[field]} of this distributor`)
    await writeAudit(tx, keys, {
      by,
      action: 'distributor.revealed',
      subject: 'distributor',
      subjectId: distributorId,
      after: { field, value: found.masked, fromAddress: origin.address },
      reason,
      requestId: origin.requestId,
      at,
    })
    return found
  })
  return { value: await openNumber(vault, { distributorId, field, sealed }) }
}
