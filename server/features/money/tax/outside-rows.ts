import { financialYear } from '../../../../contract/india.ts'
import { personalNumbersIn } from '../../../../contract/personal-numbers.ts'
import { OUTSIDE_COLUMNS } from '../../../../contract/money/tax.ts'
import { isoDate } from '../../../../contract/time.ts'
import { AppError } from '../../../lib/app-error.ts'
import { refuseNumbers } from '../../people/kyc/index.ts'

/** A row as it came: its cells in the order of OUTSIDE_COLUMNS, without what may not be kept. */
export type Given = { line: number; given: string[] }
/** The same, read. `problem`: why it cannot be added, as far as the row alone tells. */
export type OutsideRow = Given & {
  code: string
  day: string | null
  valuePaise: number | null
  taxPaise: number | null
  what: string
  problem: string | null
}
type Table = { header: readonly string[]; rows: readonly { line: number; cells: string[] }[] }

/** The rows of a table, as they are kept. Refuses a table without one of the columns, or any row. */
export function givenRows({ header, rows }: Table): Given[] {
  const folded = header.map((name) => name.toLowerCase())
  const places = OUTSIDE_COLUMNS.map((name) => folded.indexOf(name.toLowerCase()))
  const missing = OUTSIDE_COLUMNS.filter((_, index) => places[index] === -1)
  if (missing.length > 0) {
    const message = `The first row lacks: ${missing.join(', ')}. The columns are ${OUTSIDE_COLUMNS.join(', ')}.`
    throw new AppError('invalid', message)
  }
  if (rows.length === 0) throw new AppError('invalid', 'The file has no row under its first.')
  return rows.map(({ line, cells }) => ({
    line,
    given: places.map((place, index) => {
      const cell = harmless(cells[place] ?? '')
      return index === WHAT && holdsNumber(cell) ? NUMBER_LEFT_OUT : cell
    }),
  }))
}

/** Reads one row by itself, as of a day. */
export function readOutsideRow({ line, given }: Given, today: string): OutsideRow {
  const [code = '', date = '', value = '', tax = '', what = ''] = given
  const day = readDay(date)
  const valuePaise = readRupees(value)
  const taxPaise = tax === '' ? 0 : readRupees(tax)
  const problem =
    (given.includes(LEFT_OUT) ? 'It holds a PAN or Aadhaar number, which was not kept.' : null) ??
    (code === '' ? 'The member code is missing.' : null) ??
    dayProblem(date, day, today) ??
    valueProblem(value, valuePaise) ??
    taxProblem(tax, taxPaise, valuePaise ?? 0) ??
    whatProblem(what)
  return { line, given, code: code.toUpperCase(), day, valuePaise, taxPaise, what, problem }
}

const SHOWN_CHARS = 60
const shown = (text: string) => text.slice(0, SHOWN_CHARS)

const LEFT_OUT = '(left out)'
const NUMBER_LEFT_OUT = '(number left out)'
const WHAT = OUTSIDE_COLUMNS.indexOf('What')

/** What must not lie open in the database is not kept as it came. */
const harmless = (text: string) =>
  personalNumbersIn(text).some(({ kind }) => kind !== 'account number') ? LEFT_OUT : text

/** A day as 2026-11-20, or as it is written in India: 20/11/2026, 20-11-2026, 20.11.2026. */
function readDay(text: string): string | null {
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
  const iso = year
    ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : text.replace(/ 00:00:00$/, '')
  return isoDate.safeParse(iso).success ? iso : null
}

function dayProblem(text: string, day: string | null, today: string): string | null {
  if (text === '') return 'The date is missing.'
  if (day === null) return `${shown(text)} is not a day. Write it as 2026-11-20 or 20/11/2026.`
  if (day > today) return `${day} is in the future.`
  const first = financialYear(today) - 1
  return financialYear(day) < first
    ? `${day} is too long ago: only this and the last financial year count, from ${first}-04-01.`
    : null
}

const RUPEES = /^(?:₹|Rs\.?)?\s*((?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.\d{1,2})?)$/i
const MOST_PAISE = 1_000_000_000_00

/** Rupees as people write them, such as 1,23,456.50, in paise. */
function readRupees(text: string): number | null {
  const written = RUPEES.exec(text)?.[1]
  if (written === undefined) return null
  const [rupees = '0', paise = ''] = written.replaceAll(',', '').split('.')
  const found = Number(rupees) * 100 + Number(paise.padEnd(2, '0'))
  return found <= MOST_PAISE ? found : null
}

const NO_AMOUNT = 'is not an amount in rupees, such as 1234.50.'

function valueProblem(text: string, paise: number | null): string | null {
  if (text === '') return 'The value is missing.'
  if (paise === null) return `${shown(text)} ${NO_AMOUNT}`
  return paise > 0 ? null : 'The value must be more than nothing.'
}

function taxProblem(text: string, paise: number | null, valuePaise: number): string | null {
  if (paise === null) return `Tax deducted: ${shown(text)} ${NO_AMOUNT}`
  return paise > valuePaise ? 'More tax was deducted than the benefit was worth.' : null
}

const MOST_WHAT = 200

function whatProblem(what: string): string | null {
  if (what === '') return 'What it was is missing.'
  if (what.length > MOST_WHAT) return `What it was: at most ${MOST_WHAT} characters.`
  return what === NUMBER_LEFT_OUT
    ? 'What it was: leave the number out, no account, mobile or payment address is kept in a note.'
    : null
}

function holdsNumber(words: string): boolean {
  try {
    refuseNumbers('what', words)
    return false
  } catch {
    return true
  }
}
