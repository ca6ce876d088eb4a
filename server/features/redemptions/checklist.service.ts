import type { CheckLine, Verdict } from '../../../contract/redemption-states.ts'
import type { Context } from '../../context.ts'
import { sideBySide, type Db, type Tx } from '../../db/database.ts'
import { kycFactsOf, type KycFacts } from '../kyc/kyc.service.ts'
import { memberStandingOf, type Standing } from '../members/standing.service.ts'
import { previewTaxes, type TaxPreview } from '../tax/tax-preview.service.ts'
import type { Tax } from '../tax/tax-rules.ts'
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
  context: Pick<Context, 'config' | 'now'>,
  redemptionIds: readonly string[],
  options: { next?: boolean; elsewhere?: boolean } = {},
): Promise<Map<string, Checked>> {
  if (redemptionIds.length === 0) return new Map()
  const [{ rows, standings, kyc }, taxes] = await sideBySide(
    db,
    () => factsAndMembers(db, redemptionIds, options),
    () => previewTaxes(db, context, redemptionIds, options),
  )
  const checked = rows.flatMap((row): [string, Checked][] => {
    const preview = taxes.get(row.redemptionId)
    if (!preview) return []
    const facts = factsOf(row, {
      preview,
      dayLimitPaise: context.config.REDEMPTION_DAY_LIMIT_PAISE,
      member: standings.get(row.memberId) ?? ERASED,
      proved: kyc.get(row.memberId) ?? NOTHING_PROVED,
      mayDiffer: options.elsewhere ?? false,
    })
    const lines = checklistOf(facts)
    return [[row.redemptionId, { lines, verdict: verdictOf(lines), tax: facts.tax }]]
  })
  return new Map(checked)
}

async function factsAndMembers(
  db: Db | Tx,
  redemptionIds: readonly string[],
  options: Parameters<typeof factRows>[2],
) {
  const rows = await factRows(db, redemptionIds, options)
  const memberIds = [...new Set(rows.map(({ memberId }) => memberId))]
  const [standings, kyc] = await sideBySide(
    db,
    () => memberStandingOf(db, memberIds),
    () => kycFactsOf(db, memberIds),
  )
  return { rows, standings, kyc }
}

/** Of a member who is not there at all nothing is paid. */
const ERASED: Standing = { standing: 'erased', blockedReason: null }
const NOTHING_PROVED = { state: 'none', pan: 'missing' } as const
type Around = Pick<Facts, 'dayLimitPaise' | 'member'> & {
  preview: TaxPreview
  proved: Pick<KycFacts, 'state' | 'pan'>
  mayDiffer: boolean
}

function factsOf(row: FactRow, { proved, preview, mayDiffer, ...around }: Around): Facts {
  const { giftName, quantity } = row
  return {
    ...row,
    ...around,
    pan: proved.pan,
    kyc: { state: proved.state, since: row.kycSince },
    destination: {
      state: row.destinationState ?? 'missing',
      unchanged: row.destinationUnchanged,
      mayDiffer,
    },
    sharing: { destination: row.destinationSharedBy, pan: row.panSharedBy },
    gift: giftName === null ? null : { name: giftName, quantity },
    rule: preview.rule,
    tax: preview.tax,
  }
}
