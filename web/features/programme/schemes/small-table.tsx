import { Button } from '@mantine/core'
import { useState, type ReactElement, type ReactNode } from 'react'
import classes from './small-table.module.css'

export type SmallRow = { key: string; name: ReactNode; values: readonly string[] }

/** As many rows as stand before somebody asks for all. */
const SHORT = 5

/** Names with their figures, the first few at once. */
export function SmallTable({
  caption,
  heads,
  rows,
}: {
  caption: string
  /** Of the figures, from left to right. */
  heads: readonly string[]
  rows: readonly SmallRow[]
}): ReactElement | null {
  const [whole, setWhole] = useState(false)
  if (rows.length === 0) return null
  const shown = whole ? rows : rows.slice(0, SHORT)
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{caption}</th>
            {heads.map((head) => (
              <th key={head} scope="col" data-number>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, name, values }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {values.map((value, index) => (
                <td key={heads[index]} data-number>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > SHORT && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={whole}
          aria-label={whole ? `${caption}: show fewer` : `${caption}: show all ${rows.length}`}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show fewer' : `Show all ${rows.length}`}
        </Button>
      )}
    </div>
  )
}
