import type { CheckLine, Verdict } from '../../../../contract/money/redemption-states.ts'
import type { Context } from '../../../context.ts'
import { sideBySide, type Db, type Tx } from '../../../db/database.ts'
import { statusFrom } from '../../people/members/index.ts'
import { previewTaxes, type Tax, type TaxPreview } from '../tax/index.ts'
import { checklistOf, verdictOf, type Facts } from './checklist.ts'
import { factRows, type FactRow } from './facts.queries.ts'

export type Checked = { lines: CheckLine[]; verdict: Verdict; tax: Tax }

/**
 * *Can this be paid?*, for a whole page of redemptions at once and as of now: as many statements for
 * many as for one. For one that is to be approved or sent, call it with the transaction that holds its
 * lock and the member's; for one that is sent at this moment say so with `next`, because its tax then
 * waits for nothing that was approved before it. Another try of one that failed may go where the
 * member's money goes by now: with `elsewhere` that alone does not stop it.
 */
export async function checkRedemptions(
  db: Db | Tx,
  context: Pick<Context, 'config' | 'now' | 'rules'>,
  redemptionIds: readonly string[],
  options: { next?: boolean; elsewhere?: boolean } = {},
): Promise<Map<string, Checked>> {
  if (redemptionIds.length === 0) return new Map()
  const [rows, taxes] = await sideBySide(
    db,
    () => factRows(db, redemptionIds, options),
    () => previewTaxes(db, context, redemptionIds, options),
  )
  const checked = rows.flatMap((row): [string, Checked][] => {
    const preview = taxes.get(row.redemptionId)
    if (!preview) return []
    const facts = factsOf(row, {
      preview,
      dayLimitPaise: context.rules.at(row.requestedAt).redemptionDayLimitPaise,
      mayDiffer: options.elsewhere ?? false,
    })
    const lines = checklistOf(facts)
    return [[row.redemptionId, { lines, verdict: verdictOf(lines), tax: facts.tax }]]
  })
  return new Map(checked)
}

type Found = Pick<Facts, 'dayLimitPaise'> & { preview: TaxPreview; mayDiffer: boolean }

function factsOf(row: FactRow, { preview, mayDiffer, dayLimitPaise }: Found): Facts {
  const { giftName, quantity, hasAddress } = row
  return {
    ...row,
    dayLimitPaise,
    member: statusFrom(row),
    pan: row.panState ?? 'missing',
    kyc: { state: row.kycState, since: row.kycSince },
    destination: {
      state: row.destinationState ?? 'missing',
      unchanged: row.destinationUnchanged,
      mayDiffer,
    },
    lastFailure:
      row.failureCode === null || row.failedAt === null
        ? null
        : { code: row.failureCode, at: row.failedAt, sameDestination: row.failedThere },
    destinationFault:
      row.faultCode === null || row.faultAt === null
        ? null
        : { code: row.faultCode, at: row.faultAt },
    sharing: { destination: row.destinationSharedBy, pan: row.panSharedBy },
    gift: giftName === null ? null : { name: giftName, quantity, hasAddress },
    rule: preview.rule,
    tax: preview.tax,
  }
}
