import { useMediaQuery } from '@mantine/hooks'
import type { ReactElement } from 'react'
import type { SettlementRow } from '../../../../contract/money/settlements.ts'
import { Rows } from '../../../ui/list/rows.tsx'
import { rowIdOf, settlementColumns } from './distributor-columns.tsx'
import classes from './month-panel.module.css'
import pageClasses from './settlements.module.css'

const NARROW = '(max-width: 767.98px)'
const NO_ROWS: readonly SettlementRow[] = []
const columns = settlementColumns(NO_ROWS).filter(({ optional }) => !optional)

/** A month on its way, in its real shape. */
export function MonthSkeleton(): ReactElement {
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  return (
    <>
      <section className={classes.panel} aria-label="Loading" aria-busy>
        <span className={classes.bone} data-title />
        <div className={classes.figures}>
          <div className={classes.sums}>
            {Array.from({ length: 6 }, (_, tile) => (
              <div key={tile}>
                <span className={classes.bone} />
                <span className={classes.bone} data-value />
                <span className={classes.bone} />
              </div>
            ))}
          </div>
          <span className={classes.bone} data-block />
        </div>
      </section>
      <div className={pageClasses.rows} data-cards={narrow || undefined}>
        <Rows
          label="Distributors"
          narrow={narrow}
          view={{ columns, compact: false }}
          rows={undefined}
          rowId={rowIdOf}
          stale={false}
          sort=""
          onSort={() => undefined}
          onOpen={undefined}
          selection={undefined}
        />
      </div>
    </>
  )
}
