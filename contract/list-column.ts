import { TIME_ZONE } from './time.ts'

/** Money is integer paise, a day `2026-11-20`, a moment ISO text; the file makes real cells of them. */
export type ListColumnType = 'text' | 'number' | 'money' | 'date' | 'datetime'
export type ListValue = string | number | null

/** A column of a list as a file holds it. Its key is that of the page's column. */
export type ListColumn<Row> = {
  key: string
  header: string
  type: ListColumnType
  value: (row: Row) => ListValue
}

/** A list as a file: what names a row on its page, and every column that it may have. */
export type ListFile<Row> = { id: (row: Row) => string; columns: readonly ListColumn<Row>[] }

type Maybe<T> = T | null | undefined

/** Makers of columns over one type of row. */
export function columnsOf<Row>() {
  const maker =
    <T extends string | number>(type: ListColumnType) =>
    (key: string, header: string, value: (row: Row) => Maybe<T>): ListColumn<Row> => ({
      key,
      header,
      type,
      value: (row) => value(row) ?? null,
    })
  return {
    text: maker<string>('text'),
    number: maker<number>('number'),
    money: maker<number>('money'),
    day: maker<string>('date'),
    moment: maker<string>('datetime'),
  }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A calendar day within a text: "20 Nov 2026". */
export function dayWords(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`
}

const LOCAL = new Intl.DateTimeFormat('en-CA', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
  hourCycle: 'h23',
})

/** A moment within a text: "20 Nov 2026, 14:05". */
export function momentWords(at: string): string {
  const parts = new Map(LOCAL.formatToParts(new Date(at)).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  const day = dayWords(`${part('year')}-${part('month')}-${part('day')}`)
  return `${day}, ${part('hour')}:${part('minute')}`
}

const WHOLE = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })

/** A number within a text: "1,00,000". */
export const numberWords = (value: number): string => WHOLE.format(value)

/** `mason` as "Mason". */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
