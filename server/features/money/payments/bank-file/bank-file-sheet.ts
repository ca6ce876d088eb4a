import type { Readable } from 'node:stream'
import { CSV_TYPE } from '../../../../../contract/sheets.ts'
import { writeCsv } from '../../../../lib/csv.ts'
import type { Cell, XlsxColumn } from '../../../../lib/xlsx/types.ts'
import { XLSX_CONTENT_TYPE, writeXlsx } from '../../../../lib/xlsx/xlsx.ts'
import type { PayoutRequest } from '../provider/provider.ts'

export type BankFileFormat = 'xlsx' | 'csv'

/** As banks take NEFT payments in bulk. */
const COLUMNS: XlsxColumn[] = [
  { header: 'Reference', type: 'text', width: 16 },
  { header: 'Beneficiary name', type: 'text', width: 32 },
  { header: 'Account', type: 'text', width: 22 },
  { header: 'IFSC', type: 'text', width: 14 },
  { header: 'Amount', type: 'decimal', width: 14, total: false },
  { header: 'Mode', type: 'text', width: 8 },
  { header: 'Narration', type: 'text', width: 30 },
]

/** Payments as a table for the bank. Amounts are rupees; a reference is the payment's number. The narration begins with the programme's name. */
export function bankFileOf(
  number: string,
  requests: readonly PayoutRequest[],
  { format, programme }: { format: BankFileFormat; programme: string },
): { stream: Readable; name: string; type: string } {
  const name = `bank-file-${number}.${format}`
  const rows = rowsOf(requests, programme)
  if (format === 'csv')
    return { stream: writeCsv({ columns: COLUMNS, rows }), name, type: CSV_TYPE }
  const stream = writeXlsx({ sheetName: number, columns: COLUMNS, rows })
  return { stream, name, type: XLSX_CONTENT_TYPE }
}

async function* rowsOf(
  requests: readonly PayoutRequest[],
  programme: string,
): AsyncGenerator<Cell[][]> {
  yield requests.flatMap(({ number, amountPaise, mode, beneficiary }) =>
    beneficiary.kind === 'bank'
      ? [
          [
            number,
            beneficiary.name,
            beneficiary.account,
            beneficiary.ifsc,
            rupees(amountPaise),
            mode,
            narrationOf(programme, number),
          ],
        ]
      : [],
  )
}

/** At most 30 letters, digits and spaces, as banks take it. */
const narrationOf = (programme: string, number: string): string =>
  `${programme.replace(/[^A-Za-z0-9 ]/g, '').slice(0, 18)} ${number}`.trim()

/** Paise as an exact decimal of rupees. */
const rupees = (paise: number) =>
  `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`
