import { Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { OnboardingColumn } from '../../../../contract/people/onboarding-columns.ts'
import type { ErrorRow } from '../../../../contract/people/onboarding.ts'
import classes from './errors.module.css'
import { cellsOf, rowReasons } from './row-cells.ts'

function Reasons({ reasons }: { reasons: readonly string[] }): ReactElement {
  return (
    <>
      {reasons.map((reason) => (
        <span key={reason} className={classes.reason}>
          <IconAlertTriangle size={14} stroke={2} aria-hidden />
          {reason}
        </span>
      ))}
    </>
  )
}

/** A refused row for those who do not correct it, or once it is settled. */
export function ReadOnlyRow({
  columns,
  row,
}: {
  columns: readonly OnboardingColumn[]
  row: ErrorRow
}): ReactElement {
  const headers = columns.map(({ header }) => header)
  const whole = rowReasons(headers, row.problems)
  const cells = cellsOf(headers, { ...row, changes: [] })
  const shown = headers
    .map((header, index) => ({ header, cell: cells[index] }))
    .filter(({ cell }) => row.cells !== null || (cell?.reasons.length ?? 0) > 0)
  return (
    <section
      className={classes.readOnly}
      data-past={row.cells === null || undefined}
      aria-label="The row as it was given"
    >
      {row.cells === null && (
        <Text c="dimmed">
          The row is settled, so what stood in it is not kept any more. This was wrong with it:
        </Text>
      )}
      {whole.length > 0 && <Reasons reasons={whole} />}
      <dl>
        {shown.map(({ header, cell }) => (
          <div key={header}>
            <dt>{header}</dt>
            <dd>
              {row.cells !== null && (cell?.text || <span className={classes.empty}>empty</span>)}
              <Reasons reasons={cell?.reasons ?? []} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
