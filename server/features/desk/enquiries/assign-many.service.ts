import type { z } from 'zod'
import type { assignEnquiries as assignEndpoint } from '../../../../contract/desk/enquiry-assign.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import { isId } from '../../../lib/ids.ts'
import { eachOnce, oneByOne } from '../../../lib/one-by-one.ts'
import { numbersOf } from './enquiries.queries.ts'
import { assign, ownerNamed, type By } from './enquiry-steps.service.ts'

/**
 * Gives many to somebody who may answer, or to nobody, each in a transaction of its own and as one
 * alone is given. Left alone, each with the reason: those that are settled, and those of a member whose
 * data was erased.
 */
export async function assignEnquiries(
  context: Context,
  by: Omit<By, 'enquiryId'>,
  { enquiryIds, ownerId }: z.output<NonNullable<typeof assignEndpoint.body>>,
): Promise<z.output<typeof assignEndpoint.response>> {
  const idOf = ({ enquiryId }: { enquiryId: string }) => enquiryId
  const found = await numbersOf(context.db, enquiryIds.filter(isId))
  const selected = eachOnce(enquiryIds, found, { idOf, what: 'Enquiry' })
  // One who cannot have any is refused once, not for every enquiry.
  if (ownerId !== null) await transaction(context.db, (tx) => ownerNamed(tx, ownerId))
  const { done, left } = await oneByOne(
    context,
    selected,
    ({ enquiryId }) => assign(context, { ...by, enquiryId }, ownerId),
    { logged: 'enquiry not assigned among many', didNot: 'assigned' },
  )
  return { done: done.map(idOf), left }
}
