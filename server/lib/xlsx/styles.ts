import type { XlsxColumnType } from './types.ts'

const INDIAN_INTEGER = '[>=10000000]##\\,##\\,##\\,##0;[>=100000]##\\,##\\,##0;##,##0'
const INDIAN_MONEY = '[>=10000000]##\\,##\\,##\\,##0.00;[>=100000]##\\,##\\,##0.00;##,##0.00'

/** `@` is Excel's built-in text format: a text stays one even when its cell is edited. */
const FORMATS: Record<XlsxColumnType, { id: number; code: string }> = {
  text: { id: 49, code: '@' },
  integer: { id: 164, code: INDIAN_INTEGER },
  decimal: { id: 165, code: '0.00####' },
  datetime: { id: 166, code: 'dd mmm yyyy, hh:mm' },
  date: { id: 167, code: 'dd mmm yyyy' },
  money: { id: 168, code: INDIAN_MONEY },
}

const TYPES: readonly XlsxColumnType[] = ['text', 'integer', 'decimal', 'datetime', 'date', 'money']

type CellStyle = { font: number; fill: number; border: number }

const PLAIN: CellStyle = { font: 0, fill: 0, border: 0 }
const HEADER: CellStyle = { font: 1, fill: 2, border: 1 }
const TOTAL: CellStyle = { font: 1, fill: 0, border: 2 }
const STYLES: readonly CellStyle[] = [PLAIN, HEADER, TOTAL]

/** Index 0 is Excel's default; then every type in every look. */
function styleIndex(look: CellStyle, type: XlsxColumnType): number {
  return 1 + STYLES.indexOf(look) * TYPES.length + TYPES.indexOf(type)
}

export const plainStyle = (type: XlsxColumnType): number => styleIndex(PLAIN, type)
export const headerStyle = (): number => styleIndex(HEADER, 'text')
export const totalStyle = (type: XlsxColumnType): number => styleIndex(TOTAL, type)

function formatXml(look: CellStyle, type: XlsxColumnType): string {
  const { font, fill, border } = look
  return (
    `<xf numFmtId="${FORMATS[type].id}" fontId="${font}" fillId="${fill}" borderId="${border}" ` +
    `xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"/>`
  )
}

const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>'
const EDGE = 'style="thin"><color rgb="FF8A8A8A"/>'

export function stylesXml(): string {
  const custom = Object.values(FORMATS).filter(({ id }) => id >= 164)
  const numberFormats = custom.map(
    ({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${code.replaceAll('>', '&gt;')}"/>`,
  )
  const cells = STYLES.flatMap((look) => TYPES.map((type) => formatXml(look, type)))
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    `<numFmts count="${custom.length}">${numberFormats.join('')}</numFmts>`,
    `<fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts>`,
    '<fills count="3"><fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
    '<fill><patternFill patternType="solid"><fgColor rgb="FFEDEDED"/></patternFill></fill></fills>',
    '<borders count="3"><border><left/><right/><top/><bottom/><diagonal/></border>',
    `<border><left/><right/><top/><bottom ${EDGE}</bottom><diagonal/></border>`,
    `<border><left/><right/><top ${EDGE}</top><bottom/><diagonal/></border></borders>`,
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${cells.length + 1}">`,
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
    ...cells,
    '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    '</styleSheet>',
  ].join('')
}
