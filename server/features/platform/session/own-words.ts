/**
 * Words that are tried first by whoever attacks this programme: its names, its things, its roles.
 * docs/security.md lists them. A person's own words come to them.
 */
export const OWN_WORDS = [
  'hil',
  'almond',
  'meltag',
  'dashboard',
  'loyalty',
  'reward',
  'rewards',
  'coupon',
  'coupons',
  'points',
  'scheme',
  'plant',
  'admin',
  'finance',
  'courier',
  'marketing',
  'worker',
  'password',
  'welcome',
] as const

/** Shorter ones stand in too many honest words. */
const SHORTEST = 3

/** What people write in place of letters. */
const LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  4: 'a',
  3: 'e',
  1: 'i',
  '!': 'i',
  0: 'o',
  5: 's',
  $: 's',
  7: 't',
}

/** A text to compare words in, with a letter for each of its own. */
const folded = (text: string) => [...text].map((letter) => LETTERS[letter] ?? letter).join('')

/** The words of a name or an e-mail, but for the ending of its domain: `asha.rao@hil.example`. */
function wordsOf(text: string): string[] {
  const [local = '', domain = ''] = text.toLowerCase().split('@')
  const labels = domain.split('.').slice(0, -1)
  const parts = [local, ...labels].flatMap((part) => part.split(/[^\p{L}\p{N}]+/u))
  return parts.filter((word) => word.length >= SHORTEST)
}

/**
 * A password in small letters without the programme's words and the person's own, and which of them
 * stood in it, in whatever letters: `H1L-2026` leaves `-2026`.
 */
export function withoutOwnWords(
  password: string,
  { email, name }: { email: string; name: string },
): { rest: string; found: string[] } {
  const known = new Set([...OWN_WORDS, ...wordsOf(email), ...wordsOf(name)])
  const words = [...known].toSorted((a, b) => b.length - a.length)
  const found: string[] = []
  let rest = password.toLowerCase()
  for (const word of words) {
    const sought = folded(word)
    for (let at = folded(rest).indexOf(sought); at >= 0; at = folded(rest).indexOf(sought)) {
      rest = rest.slice(0, at) + rest.slice(at + sought.length)
      if (!found.includes(word)) found.push(word)
    }
  }
  return { rest, found }
}
