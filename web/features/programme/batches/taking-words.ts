import type { PrintFormat, PrintOf } from '../../../../contract/programme/batch-print.ts'
import { formatMoment, formatNumber } from '../../../lib/format.ts'
import type { PrintTaking } from '../../../../contract/programme/print-takings.ts'

export const FORMAT_WORDS: Record<PrintFormat, string> = {
  pdf: 'a PDF',
  svg: 'SVG pictures',
  png: 'PNG pictures',
  zpl: 'ZPL',
  xlsx: 'a spreadsheet',
  csv: 'CSV',
}

/** "serials 1 to 480", "carton 3". */
export function runWords({ of, from, to }: { of: PrintOf; from: number; to: number }): string {
  const one = of === 'cartons' ? 'carton' : 'serial'
  return from === to
    ? `${one} ${formatNumber(from)}`
    : `${one}s ${formatNumber(from)} to ${formatNumber(to)}`
}

/** "Serials 1 to 480 as a PDF by Meera Nair, 3 Nov 2026, 14:05". */
export function takingWords(taking: PrintTaking): string {
  const run = runWords(taking)
  const first = run.charAt(0).toUpperCase() + run.slice(1)
  const agreed = taking.approvedBy === null ? '' : `, as ${taking.approvedBy} agreed`
  return `${first} as ${FORMAT_WORDS[taking.format]} by ${taking.by}, ${formatMoment(taking.at)}${agreed}`
}
