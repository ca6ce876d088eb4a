import { isAadhaar } from './aadhaar.ts'

/** A number of a person in a text. `at`: the places of its letters and digits, in code points. */
export type PersonalNumber = { kind: 'Aadhaar number' | 'PAN' | 'account number'; at: number[] }

/** Zero of each script that Indian keyboards write digits in, and of full-width forms. */
const ZEROS = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0xff10,
]
const INVISIBLE = String.raw`\u00AD\u200B-\u200F\u2060\uFEFF`
const GAP = String.raw`[\s${INVISIBLE}\-‐-―/\\._|•·]{1,3}`
const HIDDEN = `[${INVISIBLE}]*`
const DIGIT = String.raw`\d${HIDDEN}`
/** Sizes of equal groups in which twelve digits are written. */
const GROUPS = [1, 2, 3, 4, 6].map(
  (size) => `(?:${DIGIT}){${size}}(?:${GAP}(?:${DIGIT}){${size}}){${12 / size - 1}}`,
)
const AADHAAR = new RegExp(String.raw`(?<!\d)(?:(?:${DIGIT}){12}|${GROUPS.join('|')})(?!\d)`, 'g')
const CARD = new RegExp(String.raw`(?<!\d)\d{4}(?:${GAP}\d{4}){3}(?!\d)`, 'g')
const GLUED = new RegExp(String.raw`(?<!\d)(?:${DIGIT}){9,18}(?!\d)`, 'g')
const LABELLED = new RegExp(
  String.raw`(?:A\/?C\b|ACCT|ACCOUNT|KHATA|खाता|खाते)[^\d\n]{0,20}(\d(?:[\s${INVISIBLE}\-/.]{0,2}\d){8,17})(?!\d)`,
  'g',
)
const PAN_LETTERS = String.raw`[A-Z]{3}[PCHFABGJLT][A-Z]`
const PAN_END = String.raw`(?![A-Z0-9]|[^\x00-\x7F])`
/** On its own, behind the word, or within a GSTIN. */
const PANS = [
  new RegExp(String.raw`(?<![A-Z0-9])(?:PAN)?(${PAN_LETTERS}\d{4}[A-Z])${PAN_END}`, 'g'),
  new RegExp(String.raw`(?<!\d)\d{2}(${PAN_LETTERS}\d{4}[A-Z])[1-9A-Z]Z[0-9A-Z]`, 'g'),
  new RegExp(
    String.raw`\bPAN\b[^A-Z\d]{0,5}(${PAN_LETTERS}${GAP}?\d{4}${GAP}?[A-Z])${PAN_END}`,
    'g',
  ),
]
/** As it is typed in groups: in capitals, because other words have five letters too. */
const PAN_APART = new RegExp(
  String.raw`(?<![A-Za-z0-9])${PAN_LETTERS}${GAP}\d{4}${GAP}[A-Z](?![A-Za-z0-9])`,
  'g',
)
/** A mobile, a landline with its area code, a toll-free number. */
const TELEPHONE = /^(?:(?:91|0)?[6-9]\d{9}|0[1-9]\d{9}|1[89]00\d{6,7})$/
/** What stands before the number of a bank's transfer or of an order. */
const REFERENCE =
  /(?:UTR|RRN|REF|REFERENCE|TXN|TRANSACTION|ORDER)(?:\s*(?:NO|NUMBER|ID))?[\s.:#-]{0,3}$/
/** The letters of a bank before the digits of its transfer. */
const TRANSFER = /(?<![A-Z])[A-Z]{4}[RNHC]$/

/**
 * The whole Aadhaar numbers, PANs and account numbers in a text, also with spaces or strokes between
 * the digits, in other scripts, or glued to a word. An unlabelled account number is found when its
 * digits are written together; telephone numbers and numbers called a reference are left.
 */
export function personalNumbersIn(text: string): PersonalNumber[] {
  const characters = [...text]
  const digits = characters.map(digitOf).join('')
  const plain = digits.toUpperCase()
  return [
    ...found(plain, AADHAAR, 'Aadhaar number', (number) => isAadhaar(number)),
    ...found(plain, CARD, 'account number', () => true),
    ...found(plain, GLUED, 'account number', isAccount),
    ...found(plain, LABELLED, 'account number', (number) => !TELEPHONE.test(number)),
    ...PANS.flatMap((form) => found(plain, form, 'PAN', () => true)),
    ...found(digits, PAN_APART, 'PAN', () => true),
  ]
}

/** Whether a text holds a whole Aadhaar number. One in ten other numbers of twelve digits looks like one. */
export const holdsAadhaar = (text: string) =>
  personalNumbersIn(text).some(({ kind }) => kind === 'Aadhaar number')

/** The text with all but the last four characters of each such number as `X`. */
export function withoutPersonalNumbers(text: string): string {
  const characters = [...text]
  for (const { at } of personalNumbersIn(text))
    for (const place of at.slice(0, -4)) characters[place] = 'X'
  return characters.join('')
}

/** One character of the basic plane for each code point, so that places stay the same. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const zero = ZEROS.find((first) => code >= first && code < first + 10)
  if (zero !== undefined) return String(code - zero)
  if (code < 0x80) return character
  const wide = character.normalize('NFKC')
  if (wide.length === 1 && wide.toUpperCase().length === 1) return wide
  return character.length === 1 && character.toUpperCase().length === 1 ? character : '\uFFFD'
}

type Judge = (number: string, before: string) => boolean

function found(
  plain: string,
  form: RegExp,
  kind: PersonalNumber['kind'],
  isOne: Judge,
): PersonalNumber[] {
  return [...plain.matchAll(form)].flatMap((match) => {
    const piece = match[1] ?? match[0]
    const start = match.index + match[0].lastIndexOf(piece)
    const at = [...piece].flatMap((one, i) => (/[A-Za-z0-9]/.test(one) ? [start + i] : []))
    const number = at.map((place) => plain[place]).join('')
    return isOne(number, plain.slice(0, match.index)) ? [{ kind, at }] : []
  })
}

function isAccount(number: string, before: string): boolean {
  return !TELEPHONE.test(number) && !REFERENCE.test(before) && !TRANSFER.test(before)
}
