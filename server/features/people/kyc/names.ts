/** Said before a name and no part of it. */
const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'shri', 'smt', 'sri', 'kumari', 'prof'])
/** What a pair of an initial and a name counts: nearly as much as two equal names. */
const INITIAL = 0.75
export const SAME_NAME = 0.8
export const LIKE_NAME = 0.6

/**
 * How alike two names are, from 0 to 1: twice what pairs up over the number of parts of both (Dice).
 * Case, order, accents, dots and titles do not count. Two equal parts pair as 1, an initial and a
 * part that begins with it as 0.75; letters written together (`RK Sharma`) are read as initials where
 * each begins a part of the other name.
 */
export function nameLikeness(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)]
  const left = splitInitials(a, b)
  const right = splitInitials(b, a)
  if (left.length === 0 || right.length === 0) return 0
  let paired = 0
  const restLeft = left.filter((part) => {
    const at = right.indexOf(part)
    if (at < 0) return true
    right.splice(at, 1)
    paired++
    return false
  })
  const total = left.length + right.length + paired
  for (const part of restLeft) {
    const at = right.findIndex((its) => isInitialOf(part, its) || isInitialOf(its, part))
    if (at < 0) continue
    right.splice(at, 1)
    paired += INITIAL
  }
  return (2 * paired) / total
}

function partsOf(name: string): string[] {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (letters.match(/\p{L}+/gu) ?? []).filter((part) => !TITLES.has(part))
}

const isInitialOf = (part: string, name: string) => part.length === 1 && name.startsWith(part)

function splitInitials(parts: string[], other: string[]): string[] {
  return parts.flatMap((part) => {
    const together = part.length > 1 && part.length <= 3 && !other.includes(part)
    const letters = [...part]
    const eachBegins = letters.every((letter) => other.some((name) => name.startsWith(letter)))
    return together && eachBegins ? letters : [part]
  })
}
