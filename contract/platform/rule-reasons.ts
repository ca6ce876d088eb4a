import { z } from 'zod'
import { plainText } from '../india.ts'
import { OTHER, reasonKey } from '../reasons.ts'
import { KYC_REFUSALS, REDEMPTION_REFUSALS, REVERSALS } from './rule-reason-starts.ts'
import { counted, type Part, type TableRule } from './rule.ts'

const MOST = 30
const HINDI = /\p{Script=Devanagari}/u

const staffWords = { key: reasonKey, label: plainText('The name', 40, 2), active: z.boolean() }
const reversalRow = z.strictObject(staffWords)
const refusalRow = z.strictObject({
  ...staffWords,
  en: plainText('The English words', 200, 3).refine(
    (text) => !HINDI.test(text),
    'Write the English words in English.',
  ),
  hi: plainText('The Hindi words', 200, 3).refine(
    (text) => HINDI.test(text),
    'Write the Hindi words in Hindi.',
  ),
})
export type ReversalRow = z.output<typeof reversalRow>
export type RefusalRow = z.output<typeof refusalRow>

/** A list in its order, in which each key and name stands once and `other` can always be chosen. */
const listOf = <R extends z.ZodType<ReversalRow>>(row: R) =>
  z
    .array(row, { error: 'This is no list of reasons.' })
    .max(MOST, `At most ${MOST} reasons.`)
    .check(({ value, issues }) => {
      const refuse = (path: (string | number)[], message: string) =>
        issues.push({ code: 'custom', input: value, path, message })
      value.forEach(({ key, label }, index) => {
        const before = value.slice(0, index)
        if (before.some((one) => one.key === key)) refuse([index, 'key'], 'This key is used twice.')
        if (before.some((one) => one.label.toLowerCase() === label.toLowerCase())) {
          refuse([index, 'label'], 'This name stands here already.')
        }
      })
      if (!value.some(({ key, active }) => key === OTHER && active)) {
        refuse([], 'Keep the reason with the key “other” active: with it the reason is written.')
      }
    })

/** A reason that was in force may stand in a decision, so it is deactivated and never removed. */
function cannotFollow(
  before: readonly ReversalRow[],
  after: readonly ReversalRow[],
): string | null {
  const gone = before.find(({ key }) => !after.some((one) => one.key === key))
  return gone
    ? `“${gone.label}” may stand in decisions: deactivate it instead of removing it.`
    : null
}

function says(value: readonly ReversalRow[]): string {
  const inactive = value.filter(({ active }) => !active).length
  const all = counted(value.length - inactive, 'reason', 'reasons')
  return inactive === 0 ? `${all}.` : `${all}; ${inactive} more not used any longer.`
}

const state = ({ active }: ReversalRow) => (active ? '' : ' (not used any longer)')
const reversalParts = (value: readonly ReversalRow[]): Part[] =>
  value.map((row) => ({ key: row.key, words: `${row.label}${state(row)}` }))
const refusalParts = (value: readonly RefusalRow[]): Part[] =>
  value.map((row) => ({
    key: row.key,
    words: `${row.label}${state(row)}: ${row.en} · ${row.hi}`,
    brief: `${row.label}${state(row)}`,
  }))

const KEPT = 'What was decided keeps the words that it was decided with.'
const refusals = (
  label: string,
  does: string,
  start: z.output<typeof refusalList>,
): TableRule<z.output<typeof refusalList>> => ({
  group: 'Reasons',
  label,
  does: `${does} ${KEPT}`,
  kind: 'refusals',
  schema: refusalList,
  start,
  says,
  partsOf: refusalParts,
  cannotFollow,
  twoPeople: false,
  setting: null,
})
const refusalList = listOf(refusalRow)
const reversalList = listOf(reversalRow)

const REVERSAL_REASONS: TableRule<z.output<typeof reversalList>> = {
  group: 'Reasons',
  label: 'Reasons to reverse a scan',
  does: `Whoever reverses a scan that was held chooses one of them; only staff read it. ${KEPT}`,
  kind: 'reversals',
  schema: reversalList,
  start: REVERSALS,
  says,
  partsOf: reversalParts,
  cannotFollow,
  twoPeople: false,
  setting: null,
}

export const REASON_RULES = {
  kycRefusals: refusals(
    'Reasons to refuse a KYC field',
    'The reviewer chooses one of them, and the member reads it in their language.',
    KYC_REFUSALS,
  ),
  redemptionRefusals: refusals(
    'Reasons to reject a redemption',
    'Whoever rejects it chooses one of them, and the member reads it in their language.',
    REDEMPTION_REFUSALS,
  ),
  reversalReasons: REVERSAL_REASONS,
}
