import type { PrintFormat } from '../../../../contract/programme/batch-print.ts'
import type { Correction } from '../../../../contract/programme/label-layout.ts'

export const FORMATS: Record<PrintFormat, { label: string; about: string }> = {
  pdf: { label: 'PDF, sheets of labels', about: 'To print as it is, at 100 %' },
  svg: { label: 'QR pictures, SVG in a zip', about: 'One vector picture a code, with an index' },
  png: { label: 'QR pictures, PNG in a zip', about: 'One picture of dots a code, with an index' },
  zpl: { label: 'ZPL, thermal printer', about: 'For Zebra and compatible printers' },
  xlsx: { label: 'Spreadsheet (xlsx)', about: 'For a printing house that makes its own labels' },
  csv: { label: 'Text (CSV)', about: 'For a printing house that makes its own labels' },
}
export const LEVELS: Record<Correction, string> = {
  medium: 'Medium: 15 % may be damaged',
  quartile: 'Quartile: 25 % may be damaged',
  high: 'High: 30 % may be damaged',
}
