import { readRupees, type Around, type GivenRow } from './bank-answer-rows.ts'

/** For each line, what other rows of the file say of the same payment or under the same UTR. */
export function aroundRows(rows: readonly GivenRow[]): Map<number, Around> {
  const byReference = groupsOf(rows, ({ reference }) => reference, sayingOf)
  const byUtr = groupsOf(rows, ({ utr }) => utr, referenceOf)
  return new Map(
    rows.map((row) => {
      const same = byReference.get(row.reference)
      const unlike = unlikeIn(same, row, sayingOf)
      const alike = same?.first.line === row.line ? same.second : same?.first
      const twin = row.reference === '' ? null : (unlike ?? alike)
      const sharing = row.utr === '' ? null : unlikeIn(byUtr.get(row.utr), row, referenceOf)
      const around: Around = {
        twin: twin
          ? { line: twin.line, same: unlike === null, isBefore: twin.line < row.line }
          : null,
        sharesUtr: sharing ? `line ${sharing.line}` : null,
      }
      return [row.line, around]
    }),
  )
}

const referenceOf = ({ reference }: GivenRow) => reference
const sayingOf = ({ status, utr, amount }: GivenRow) =>
  JSON.stringify([status.toLowerCase(), utr, readRupees(amount)])

/** As much of a group as tells each of its rows of another one: a file may be one group of all its rows. */
type Group = { first: GivenRow; second: GivenRow | null; unlikeFirst: GivenRow | null }
type Trait = (row: GivenRow) => string

function groupsOf(rows: readonly GivenRow[], by: Trait, what: Trait): Map<string, Group> {
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const group = groups.get(by(row))
    if (!group) {
      groups.set(by(row), { first: row, second: null, unlikeFirst: null })
      continue
    }
    group.second ??= row
    if (what(row) !== what(group.first)) group.unlikeFirst ??= row
  }
  return groups
}

/** The first row of a group that differs from this one. */
function unlikeIn(group: Group | undefined, row: GivenRow, what: Trait): GivenRow | null {
  if (!group) return null
  return what(row) === what(group.first) ? group.unlikeFirst : group.first
}
