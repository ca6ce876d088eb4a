import { Button } from '@mantine/core'
import { IconAlertTriangle, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactElement } from 'react'
import type { ShiftReport } from '../../../../../contract/programme/plant.ts'
import { Tag } from '../../../../ui/tag.tsx'
import { useWords } from '../language.ts'
import { lotsOptions, reconciliationOptions } from '../plant-queries.ts'
import { PLANT_WORDS } from '../plant-words.ts'
import parts from '../plant-parts.module.css'
import { LotReconciliation } from '../reconciliation/lot-reconciliation.tsx'
import { RECONCILIATION_WORDS } from '../reconciliation/reconciliation-words.ts'
import { keepOrder } from './shift-search.ts'
import { SHIFT_WORDS } from './shift-words.ts'
import classes from './shift.module.css'

type ShiftLot = ShiftReport['lots'][number]
/** Of so many lots it is looked up at once whether something is unexplained. */
const FLAGGED = 8

/** The lots of a shift in an order that stays while the page is open. */
export function ShiftLots({ lots }: { lots: readonly ShiftLot[] }): ReactElement | null {
  const words = useWords(SHIFT_WORDS)
  const now = lots.map(({ batchId }) => batchId)
  const [order, setOrder] = useState(now)
  const kept = keepOrder(order, now)
  if (kept.join() !== order.join()) setOrder(kept)
  if (lots.length === 0) return null
  return (
    <section aria-labelledby="shift-lots">
      <h2 id="shift-lots">{words.lots}</h2>
      <ul className={classes.lots}>
        {kept.map((id, place) => {
          const lot = lots.find(({ batchId }) => batchId === id)
          return lot && <LotCard key={id} lot={lot} flagged={place < FLAGGED} worked={lot} />
        })}
      </ul>
    </section>
  )
}

/** The lots that the shift did not touch: their gaps are found here as well. */
export function OtherLots({ worked }: { worked: readonly ShiftLot[] }): ReactElement | null {
  const words = useWords(SHIFT_WORDS)
  const { data } = useQuery(lotsOptions())
  const [opened, setOpened] = useState(false)
  const others = data?.items.filter(({ batchId }) => !worked.some((lot) => lot.batchId === batchId))
  if (!others || others.length === 0) return null
  return (
    <section className={classes.others}>
      <Button
        variant="default"
        size="lg"
        fullWidth
        aria-expanded={opened}
        rightSection={opened ? <IconChevronUp size={20} /> : <IconChevronDown size={20} />}
        onClick={() => setOpened(!opened)}
      >
        {words.otherLots(others.length)}
      </Button>
      {opened && (
        <ul className={classes.lots}>
          {others.map((lot) => (
            <LotCard key={lot.batchId} lot={lot} flagged={false} />
          ))}
        </ul>
      )}
    </section>
  )
}

function LotCard({
  lot,
  flagged,
  worked,
}: {
  lot: Pick<ShiftLot, 'batchId' | 'letters' | 'productName' | 'quantity'>
  flagged: boolean
  /** What the shift did to it, where it did something. */
  worked?: ShiftLot
}): ReactElement {
  const words = useWords(SHIFT_WORDS)
  const common = useWords(PLANT_WORDS)
  const [opened, setOpened] = useState(false)
  const id = useId()
  return (
    <li className={classes.lot}>
      <div className={classes.lotHead}>
        <b id={id}>{common.lot(lot.batchId, lot.letters)}</b>
        {(flagged || opened) && <Flag batchId={lot.batchId} />}
      </div>
      <span>{lot.productName}</span>
      {worked && <Progress lot={worked} />}
      <Button
        variant="default"
        size="md"
        mih={44}
        aria-expanded={opened}
        aria-describedby={id}
        rightSection={opened ? <IconChevronUp size={18} /> : <IconChevronDown size={18} />}
        onClick={() => setOpened(!opened)}
      >
        {opened ? words.whereClose : words.whereOpen}
      </Button>
      {opened && (
        <div className={classes.where}>
          <LotReconciliation batchId={lot.batchId} />
        </div>
      )}
    </li>
  )
}

function Flag({ batchId }: { batchId: number }): ReactElement | null {
  const words = useWords(RECONCILIATION_WORDS)
  const { data } = useQuery(reconciliationOptions(batchId))
  if (!data || data.unexplained === 0) return null
  return (
    <Tag tone="red" Picture={IconAlertTriangle}>
      {words.unexplained(data.unexplained)}
    </Tag>
  )
}

const MOVED = ['scanned', 'active', 'deactivated', 'blocked'] as const

/** How far the lot is, and what the shift did of it. */
function Progress({ lot }: { lot: ShiftLot }): ReactElement {
  const words = useWords(SHIFT_WORDS)
  const { counts, quantity, activated, deactivated } = lot
  return (
    <>
      <div className={parts.bar} aria-hidden>
        {MOVED.filter((state) => counts[state] > 0).map((state) => (
          <span
            key={state}
            data-state={state}
            style={{ width: `${(counts[state] / quantity) * 100}%` }}
          />
        ))}
      </div>
      <span className={classes.quiet}>
        {words.progress(counts.active + counts.scanned, quantity)}
      </span>
      <span>
        {`${words.inShift}: `}
        <b>
          {[activated > 0 && words.plus(activated), deactivated > 0 && words.minus(deactivated)]
            .filter(Boolean)
            .join(' · ')}
        </b>
      </span>
    </>
  )
}
