/** The XML up to the first row. */
export function sheetHead(
  looks: readonly { width: number; style?: number | undefined }[],
  isFirst: boolean,
  isFrozen: boolean,
): string {
  const columns = looks.map(({ width, style }, i) => {
    const styled = style === undefined ? '' : ` style="${style}"`
    return `<col min="${i + 1}" max="${i + 1}" width="${width}"${styled} customWidth="1"/>`
  })
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews>',
    `<sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">${isFrozen ? pane : ''}`,
    `</sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`,
  ].join('')
}

/** A digit string kept as text is meant to be one: no green corner on each such cell. */
export function ignoredErrors(range: string): string {
  return `<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors>`
}
