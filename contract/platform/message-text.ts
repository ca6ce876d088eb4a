import type { MessageText, Occasion } from './message-occasion.ts'
import { linkFault } from './message-links.ts'

const VARIABLE = /\{([a-z]+)\}/g
/** So many parts are joined to one SMS; each is paid for. */
export const MOST_SMS_PARTS = 6
export const MOST_BODY = 5_000
export const MOST_SUBJECT = 150

/** Everything in one pass: what stands in a value is text, never a variable. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(VARIABLE, (found, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : found,
  )
}

export const exampleValues = ({ variables }: Pick<Occasion, 'variables'>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).map(([name, { example }]) => [name, example]))

const GSM =
  /^[\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùüΓΔΘΛΞΠΣΦΨΩ^{}\\[\]~|€]*$/
const GSM_PAIRS = /[\^{}\\[\]~|€]/g

/** How many parts an SMS is sent and paid in, and whether letters such as Hindi make the parts shorter. */
export function smsParts(text: string): { parts: number; unicode: boolean } {
  const unicode = !GSM.test(text)
  const length = text.length + (unicode ? 0 : (text.match(GSM_PAIRS)?.length ?? 0))
  const [whole, joined] = unicode ? [70, 67] : [160, 153]
  return { parts: length <= whole ? 1 : Math.ceil(length / joined), unicode }
}

type Fields = Partial<Record<'subject' | 'body', string>>

/** What keeps a text from being sent on its occasion, by field; empty where it fits. */
export function textFaults(
  occasion: Occasion,
  { subject, body }: MessageText,
  linkHosts: readonly string[],
): Fields {
  const faults: Fields = {}
  const inBody =
    fieldFault(occasion, body, linkHosts) ??
    missingFault(occasion, body) ??
    sizeFault(occasion, body)
  if (inBody !== null) faults.body = inBody
  if (occasion.channel === 'sms') {
    if (subject !== null) faults.subject = 'An SMS has no subject.'
    return faults
  }
  const inSubject =
    subject === null ? 'A mail needs a subject.' : subjectFault(occasion, subject, linkHosts)
  if (inSubject !== null) faults.subject = inSubject
  return faults
}

function subjectFault(
  occasion: Occasion,
  subject: string,
  linkHosts: readonly string[],
): string | null {
  if (subject.trim() === '') return 'A mail needs a subject.'
  if (subject.length > MOST_SUBJECT) return `At most ${MOST_SUBJECT} characters.`
  if (/[\r\n]/.test(subject)) return 'The subject is one line.'
  const kept = [...subject.matchAll(VARIABLE)].find(
    ([, name = '']) => occasion.variables[name]?.kind,
  )
  if (kept) return `${kept[0]} belongs in the text: a subject is shown on locked screens.`
  return fieldFault(occasion, subject, linkHosts)
}

function fieldFault(
  { variables }: Occasion,
  text: string,
  linkHosts: readonly string[],
): string | null {
  if (text.trim() === '') return 'Write the text.'
  const hidden = HIDDEN.exec(text)
  if (hidden) {
    const code = hidden[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    return `There is a character in it that cannot be seen (U+${code}). Delete it.`
  }
  const known = Object.keys(variables)
  const names = [...text.matchAll(VARIABLE)].map(([, name = '']) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const list = known.map((name) => `{${name}}`).join(', ')
    return `There is no {${unknown}} on this occasion. There is ${list}.`
  }
  if (/[{}]/.test(text.replaceAll(VARIABLE, ''))) {
    return 'Braces stand only around a variable, such as {programme}.'
  }
  return linkFault(text, variables, linkHosts)
}

/** Controls, marks that turn the direction, and blanks of no width; Devanagari needs the two joiners. */
const HIDDEN = /(?!\n)[\p{Cc}\u00AD\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/u

function missingFault({ variables }: Occasion, body: string): string | null {
  const missing = Object.entries(variables).find(
    ([name, { needed }]) => needed && !body.includes(`{${name}}`),
  )
  if (!missing) return null
  const [name, { label }] = missing
  return `{${name}} is missing: ${label.charAt(0).toLowerCase()}${label.slice(1)}.`
}

function sizeFault(occasion: Occasion, body: string): string | null {
  if (occasion.channel === 'email') {
    return body.length > MOST_BODY ? `At most ${MOST_BODY} characters.` : null
  }
  const { parts } = smsParts(fillIn(body, exampleValues(occasion)))
  return parts > MOST_SMS_PARTS
    ? `This makes ${parts} SMS with the example values. At most ${MOST_SMS_PARTS}: write it shorter.`
    : null
}
