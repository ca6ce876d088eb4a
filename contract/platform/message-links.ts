import type { Variable } from './message-occasion.ts'

const VARIABLE = /\{([a-z]+)\}/g
/** Where one word of a text ends: a telephone makes a link of a word. */
const BETWEEN = /[\s()<>[\]"'“”‘’«»,;|।…]+/
/** Schemes that open an app or pay somebody without a slash. */
const SCHEME = /^(upi|tel|sms|smsto|mailto|javascript|data|intent|whatsapp|market|geo):/i
const HOST = /(?:[\p{L}\p{N}\p{M}_-]+\.)+\p{L}[\p{L}\p{M}\p{N}-]+|\d{1,3}(?:\.\d{1,3}){3}/gu

/** What a telephone would open of a word, by host; none for a word that is no link. */
function hostsIn(word: string): string[] {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(word)?.[1]
  if (scheme !== undefined) {
    if (!/^https?$/i.test(scheme)) return [`${scheme}:`]
    return [URL.canParse(word) ? new URL(word).host : word]
  }
  if (SCHEME.test(word)) return [word.slice(0, word.indexOf(':') + 1)]
  return (word.match(HOST) ?? []).map((host) => host.toLowerCase())
}

/** A text as a telephone reads it: full-width letters and dots of other scripts are those of ASCII. */
const asRead = (text: string): string => text.normalize('NFKC').replaceAll(/[。․]/g, '.')
const withoutEnd = (word: string): string => word.replace(/[.:!?]+$/, '')

/** What a telephone would open of a text, by host, each once; whether it is allowed or not. */
export const linksIn = (text: string): string[] => [
  ...new Set(
    asRead(text)
      .split(BETWEEN)
      .flatMap((word) => hostsIn(withoutEnd(word))),
  ),
]

/**
 * Why a link in a text is refused: it leads to a host that is not allowed, or it is put together with a
 * variable. A link that a variable gives is ours and stands by itself.
 */
export function linkFault(
  text: string,
  variables: Readonly<Record<string, Pick<Variable, 'kind'>>>,
  hosts: readonly string[],
): string | null {
  for (const word of asRead(text).split(BETWEEN)) {
    const names = [...word.matchAll(VARIABLE)]
    const bare = withoutEnd(word.replaceAll(VARIABLE, 'x'))
    const found = hostsIn(bare)
    const given = names.find(([, name = '']) => variables[name]?.kind === 'link')
    const joined = given ?? names[0]
    if (joined && (found.length > 0 || (given && bare !== 'x'))) {
      return `${joined[0]} stands by itself: leave a blank before and after it.`
    }
    const strange = found.find((host) => !hosts.includes(host))
    if (strange !== undefined) return notAllowed(strange, hosts)
  }
  return null
}

function notAllowed(host: string, hosts: readonly string[]): string {
  const list = hosts.length > 0 ? ` Allowed: ${hosts.join(', ')}.` : ''
  return `“${host}” reads as a link to a host that is not allowed.${list} Leave a blank after a full stop.`
}
