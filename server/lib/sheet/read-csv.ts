import { Refusal } from '../pictures/refusal.ts'
import type { SheetRow } from './table.ts'

const QUOTE = '"'
const NO_TEXT = 'This is not a CSV file in UTF-8. Save it as “CSV UTF-8”, or as xlsx.'

/**
 * Rows of comma-separated text (RFC 4180), also with semicolons, as Excel writes it where the comma is
 * the decimal mark: whichever the first row has more of. Lines end with CRLF, LF or CR.
 */
export function* readCsv(bytes: Buffer): Generator<SheetRow> {
  const text = textOf(bytes)
  const named = /^sep=([,;])\r?\n/i.exec(text)
  const from = named ? named[0].length : 0
  const delimiter = named?.[1] ?? delimiterOf(text)
  let line = named ? 1 : 0
  for (let at = from; at < text.length;) {
    line++
    const row = readRow(text, { at, line, delimiter })
    yield { line, cells: row.cells }
    at = row.end
  }
}

function textOf(bytes: Buffer): string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal(NO_TEXT)
  }
  if (text.includes('\0')) throw new Refusal(NO_TEXT)
  return text
}

/** Counted in the first row that is not empty, outside of quotes. */
function delimiterOf(text: string): ',' | ';' {
  const first = /[^\r\n]+/.exec(text)?.[0] ?? ''
  const bare = first.replace(/"[^"]*"/g, '')
  const count = (character: string) => bare.split(character).length
  return count(';') > count(',') ? ';' : ','
}

type Place = { at: number; line: number; delimiter: string }

function readRow(text: string, place: Place): { cells: string[]; end: number } {
  const cells: string[] = []
  let { at } = place
  for (;;) {
    const cell = text[at] === QUOTE ? quoted(text, { ...place, at }) : bare(text, { ...place, at })
    cells.push(cell.value)
    at = cell.end
    if (text[at] !== place.delimiter) break
    at++
  }
  if (text[at] === '\r') at++
  if (text[at] === '\n') at++
  return { cells, end: at }
}

type Cell = { value: string; end: number }

function bare(text: string, { at, delimiter }: Place): Cell {
  let end = at
  while (end < text.length && !endsCell(text[end], delimiter)) end++
  return { value: text.slice(at, end), end }
}

const endsCell = (character: string | undefined, delimiter: string) =>
  character === undefined || character === delimiter || character === '\n' || character === '\r'

function quoted(text: string, { at, line, delimiter }: Place): Cell {
  const pieces: string[] = []
  for (let from = at + 1; ;) {
    const quote = text.indexOf(QUOTE, from)
    if (quote < 0) throw new Refusal(`Row ${line}: a quotation mark is never closed.`)
    if (text[quote + 1] !== QUOTE) {
      pieces.push(text.slice(from, quote))
      const end = quote + 1
      if (endsCell(text[end], delimiter)) return { value: pieces.join(''), end }
      throw new Refusal(`Row ${line}: something follows a closing quotation mark.`)
    }
    pieces.push(text.slice(from, quote + 1))
    from = quote + 2
  }
}
