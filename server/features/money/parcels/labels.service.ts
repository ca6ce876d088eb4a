import type { z } from 'zod'
import type { printLabels as printLabelsEndpoint } from '../../../../contract/money/parcels.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import type { FileAnswer } from '../../../http/mount.ts'
import { AppError } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { eachOnce } from '../../../lib/one-by-one.ts'
import { addressesOf } from '../../people/addresses/index.ts'
import { whyNotShown } from './address-rules.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import type { Act } from './dispatch.service.ts'
import { labelPdf, type Label } from './label-pdf.ts'
import { giftsToLabel, type GiftToLabel } from './parcels.queries.ts'
import { senderOf } from './sender.ts'

type Body = z.output<NonNullable<typeof printLabelsEndpoint.body>>

/**
 * Address labels of parcels that are to go out, on their way or came back, in the order they were
 * chosen. Refused as a whole, in words, where one has no address. Who printed which is on record,
 * committed, before an address is opened.
 */
export async function printLabels(
  { context, caller, origin }: Act,
  { redemptionIds, layout }: Body,
): Promise<FileAnswer> {
  const { db, keys } = context
  const selected = await selectedGifts(context, redemptionIds)
  const numbers = selected.map(({ number }) => number)
  const at = context.now()
  await transaction(db, (tx) =>
    writeAudit(tx, keys, {
      by: { staffId: caller.staffId, role: caller.role },
      action: 'parcel.labels_printed',
      subject: 'parcel',
      subjectId: numbers.length === 1 ? (numbers[0] ?? '') : 'labels',
      after: { numbers, layout },
      requestId: origin.requestId,
      at,
    }),
  )
  const labels = await labelsOf(context, selected)
  const sender = await senderOf(db)
  return {
    stream: labelPdf(labels, { sender, layout, madeAt: at }),
    name: `parcel-labels-${layout}.pdf`,
    type: 'application/pdf',
  }
}

const MOST_NAMED = 10

/** The gifts in the order they were chosen; 404 or 409 in words where one can have no label. */
async function selectedGifts(
  { db }: Pick<Context, 'db'>,
  redemptionIds: readonly string[],
): Promise<GiftToLabel[]> {
  const found = await giftsToLabel(db, redemptionIds.filter(isId))
  const idOf = ({ redemptionId }: GiftToLabel) => redemptionId
  const selected = eachOnce(redemptionIds, found, { idOf, what: 'Redemption' })
  for (const gift of selected) {
    const why = whyNotShown(gift)
    if (why !== null) throw new AppError('conflict', why)
  }
  const without = selected.filter(({ hasAddress }) => !hasAddress).map(({ number }) => number)
  if (without.length === 0) return selected
  const more = without.length > MOST_NAMED ? ` and ${without.length - MOST_NAMED} others` : ''
  const named = without.slice(0, MOST_NAMED).join(', ')
  throw new AppError(
    'conflict',
    `There is no address yet for ${named}${more}. Add it, or leave the parcel out.`,
  )
}

async function labelsOf(
  context: Pick<Context, 'db' | 'vault'>,
  selected: readonly GiftToLabel[],
): Promise<Label[]> {
  const ids = selected.map(({ redemptionId }) => redemptionId)
  const addresses = await addressesOf(context.db, context, ids)
  return selected.map(({ redemptionId, number }) => {
    const kept = addresses.get(redemptionId)
    if (!kept) throw new AppError('conflict', `The address of ${number} was removed just now.`)
    return { number, address: kept.address }
  })
}
