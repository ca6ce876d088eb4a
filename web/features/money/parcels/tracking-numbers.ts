import type { ParcelRow } from '../../../../contract/money/parcels.ts'

/** What was typed for each parcel, by its redemption. */
export type Numbers = Readonly<Record<string, string>>
type Parcel = Pick<ParcelRow, 'redemptionId' | 'number'>

/** Numbers that stand at more than one parcel, by the field where one stands again. */
export function repeated(rows: readonly Parcel[], numbers: Numbers): Record<string, string> {
  const bare = rows.map(({ redemptionId }) => (numbers[redemptionId] ?? '').trim().toUpperCase())
  const problems = bare.flatMap((number, index) => {
    const first = bare.indexOf(number)
    if (number === '' || first === index) return []
    const words = `The same number as for ${rows[first]?.number}.`
    return [[`parcels.${index}.trackingNumber`, words] as const]
  })
  return Object.fromEntries(problems)
}

/** The fields that a column pasted at one of them fills from there on; null for a single number. */
export function filled(rows: readonly Parcel[], from: number, text: string): Numbers | null {
  const pasted = text.split(/[\r\n\t]+/).filter((line) => line.trim() !== '')
  if (pasted.length < 2) return null
  const into = rows.slice(from, from + pasted.length)
  return Object.fromEntries(
    into.map(({ redemptionId }, at) => [redemptionId, pasted[at]?.trim() ?? '']),
  )
}
