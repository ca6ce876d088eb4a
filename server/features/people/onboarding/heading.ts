import type { OnboardingColumn } from '../../../../contract/people/onboarding-columns.ts'

/** What an error file has besides the columns of its kind; sent again with them, it is understood. */
export const ERROR_COLUMNS = {
  row: 'Row',
  why: 'Why it was refused',
  reference: 'Reference',
} as const

/** Where a file has what: for each column of the kind its place, and that of the reference. */
export type Heading = { places: readonly number[]; reference: number | null }

const OWN = new Set(Object.values(ERROR_COLUMNS).map(folded))
const SHOWN_CHARS = 40
const SHOWN_NAMES = 5

/** Finds the columns of a kind in the first row of a file, or says in a sentence what is wrong with it. */
export function readHeading(
  columns: readonly OnboardingColumn[],
  header: readonly string[],
): Heading | { refusal: string } {
  const place = new Map<string, number>()
  for (const [index, name] of header.entries()) {
    if (name === '') continue
    const key = folded(name)
    if (place.has(key)) return { refusal: `The column ${quoted([name])} stands twice.` }
    place.set(key, index)
  }
  const missing = columns.filter(({ header: name }) => !place.has(folded(name)))
  const known = new Set(columns.map(({ header: name }) => folded(name)))
  const strange = header.filter(
    (name) => name !== '' && !known.has(folded(name)) && !OWN.has(folded(name)),
  )
  if (missing.length > 0 || strange.length > 0) {
    const sentences = [
      told(
        missing.map(({ header: name }) => name),
        'missing',
      ),
      told(strange, 'not known'),
      'Copy the rows into the template: its first row names the columns.',
    ]
    return { refusal: sentences.filter(Boolean).join(' ') }
  }
  return {
    places: columns.map(({ header: name }) => place.get(folded(name)) ?? -1),
    reference: place.get(folded(ERROR_COLUMNS.reference)) ?? null,
  }
}

/** Capital letters and spaces make no difference. */
function folded(name: string): string {
  return name.toLowerCase().replace(/\s+/g, '')
}

function told(names: readonly string[], what: string): string {
  if (names.length === 0) return ''
  return names.length === 1
    ? `The column ${quoted(names)} is ${what}.`
    : `The columns ${quoted(names)} are ${what}.`
}

function quoted(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_NAMES).map((name) => `“${name.slice(0, SHOWN_CHARS)}”`)
  const more = names.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}
