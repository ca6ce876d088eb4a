const OWN_RUN = 'The line of scans is of a later run of its own. '

/**
 * The results with this row in place of the one of the same name; the paragraph after the table says
 * of which run it is. Throws where no row has that name.
 */
export function withLineAgain(text: string, row: string, run: string): string {
  const name = row.slice(0, row.indexOf('|', 1) + 1)
  const lines = text.split('\n')
  const place = lines.findIndex((line) => line.startsWith(name))
  if (place === -1) throw new Error(`The results have no line ${name}`)
  const end = lines.indexOf('', place)
  if (end === -1) throw new Error('Nothing follows the table of the results.')
  const hasParagraph = lines[end + 1]?.startsWith(OWN_RUN) ?? false
  return [
    ...lines.slice(0, place),
    row,
    ...lines.slice(place + 1, end),
    '',
    `${OWN_RUN}${run.replaceAll(/\s*\n\s*/g, ' ')}`,
    ...lines.slice(hasParagraph ? end + 2 : end),
  ].join('\n')
}
