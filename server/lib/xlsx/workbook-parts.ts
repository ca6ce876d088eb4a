import { attributeXml } from './xml-text.ts'

export type SheetEntry = {
  name: string
  /** Absolute range of header and rows where the sheet can be filtered. */
  filterRange: string | null
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const MAX_NAME_CHARS = 31

/** A name Excel takes: none of its forbidden characters, not empty, not reserved, 31 at most. */
export function sheetName(wanted: string, number: number): string {
  const suffix = number > 1 ? ` (${number})` : ''
  const clean = wanted
    .toWellFormed()
    .replace(/[[\]:*?/\\\p{Cc}\ufffe\uffff]/gu, ' ')
    .slice(0, MAX_NAME_CHARS - suffix.length)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/^['\s]+|['\s]+$/g, '')
  const isTaken = /^(about|history)?$/i.test(clean)
  return (isTaken ? `Sheet ${clean}`.trim() : clean) + suffix
}

export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`

export function packageRelationsXml(): string {
  return (
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" ` +
    `Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`
  )
}

export function contentTypesXml(sheets: number): string {
  const override = (part: string, type: string): string =>
    `<Override PartName="/${part}" ContentType="${CONTENT}.${type}+xml"/>`
  const worksheets = Array.from({ length: sheets }, (_, i) =>
    override(sheetPath(i + 1), 'worksheet'),
  )
  return [
    `${XML}<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType=',
    '"application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    override('xl/workbook.xml', 'sheet.main'),
    override('xl/styles.xml', 'styles'),
    ...worksheets,
    '</Types>',
  ].join('')
}

export function workbookRelationsXml(sheets: number): string {
  const relation = (id: number, type: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const worksheets = Array.from({ length: sheets }, (_, i) =>
    relation(i + 1, 'worksheet', `worksheets/sheet${i + 1}.xml`),
  )
  return [
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">`,
    ...worksheets,
    relation(sheets + 1, 'styles', 'styles.xml'),
    '</Relationships>',
  ].join('')
}

function filterName({ name, filterRange }: SheetEntry, index: number): string {
  if (filterRange === null) return ''
  const reference = attributeXml(`'${name.replaceAll("'", "''")}'!${filterRange}`)
  const attributes = `name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1"`
  return `<definedName ${attributes}>${reference}</definedName>`
}

export function workbookXml(sheets: readonly SheetEntry[]): string {
  const entries = sheets.map(
    ({ name }, i) => `<sheet name="${attributeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  )
  return [
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">`,
    `<sheets>${entries.join('')}</sheets>`,
    `<definedNames>${sheets.map(filterName).join('')}</definedNames>`,
    '</workbook>',
  ].join('')
}
