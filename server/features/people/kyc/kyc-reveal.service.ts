import type { z } from 'zod'
import { KYC_FIELD_NAMES } from '../../../../contract/people/kyc-states.ts'
import { type revealBody } from '../../../../contract/people/kyc.ts'
import type { Context } from '../../../context.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { withinBudget } from '../../platform/data-access/index.ts'
import { openParts } from './kyc-fields.ts'
import { refuseNumbers } from './kyc-notes.ts'
import { lockedKyc } from './kyc-review.service.ts'
import * as queries from './kyc.queries.ts'
import { openField } from './sealed-fields.ts'

type Asked = {
  memberId: number
  body: z.output<typeof revealBody>
  caller: StaffCaller
  origin: Origin
}

/**
 * The parts of one field in full. That they were shown, to whom and why is on record, committed,
 * before anything is opened.
 */
export async function revealKyc(context: Context, { memberId, body, caller, origin }: Asked) {
  const { keys, vault } = context
  const { field, reason } = body
  const { staffId, role } = caller
  refuseNumbers('reason', reason)
  const at = context.now()
  const use = { by: caller, kind: 'reveals', amount: 1, at } as const
  const row = await withinBudget(context, use, async (tx) => {
    const { round } = await lockedKyc(tx, memberId)
    const found = (await queries.fieldsOf(tx, memberId)).find((row) => row.field === field)
    if (!found) throw notFound(`${KYC_FIELD_NAMES[field]} of this member`)
    if (!found.sealed) {
      const words = `${KYC_FIELD_NAMES[field]} is a picture: there is no value to show.`
      throw new AppError('conflict', words)
    }
    const event = { member_id: memberId, at, staff_id: staffId, round, field, note: reason }
    await queries.insertEvents(tx, [{ ...event, action: 'revealed' }])
    await writeAudit(tx, keys, {
      by: { staffId, role },
      action: 'kyc.revealed',
      subject: 'kyc',
      subjectId: memberId,
      after: { field, value: found.mask, fromAddress: origin.address },
      reason,
      requestId: origin.requestId,
      at,
    })
    return found
  })
  return { parts: openParts(field, await openField(vault, memberId, row)) }
}
