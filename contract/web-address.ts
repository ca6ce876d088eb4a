import { z } from 'zod'

const LONGEST = 500

/** As a browser reads it; null for what is no address. */
function read(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

// A browser drops tabs and line ends and reads a backslash as a slash: whoever reads the text sees
// another host than the one that is opened.
// oxlint-disable-next-line no-control-regex -- these characters are what it looks for
const MISLEADING = /[\s\\\u0000-\u001f\u007f]/

function problemOf(text: string): string | null {
  const url = /^https:\/\//i.test(text) ? read(text) : null
  if (url?.protocol !== 'https:') return 'Enter a whole address that begins with https://.'
  if (MISLEADING.test(text)) return 'An address has no spaces, line breaks or backslashes.'
  if (url.username !== '' || url.password !== '') {
    return `This leads to ${url.host}: leave out what stands before the @.`
  }
  return null
}

/** The host that a browser opens, with its port: `evil.example` of `https://hil.example@evil.example`. */
export const hostOf = (address: string): string | null => read(address)?.host ?? null

/**
 * An address outside, kept as a browser reads it: its host in lower case, letters of other scripts as
 * punycode. One with a name or password before the host is refused.
 */
export const webAddress = z
  .string({ error: 'Enter a whole address that begins with https://.' })
  .trim()
  .max(LONGEST, `An address has at most ${LONGEST} characters.`)
  .superRefine((text, context) => {
    const message = problemOf(text)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
  .overwrite((text) => read(text)?.href ?? text)
  .meta({ format: 'uri' })
