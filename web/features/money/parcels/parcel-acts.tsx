import { Button } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import type { ParcelRow } from '../../../../contract/money/parcels.ts'
import type { ParcelState } from '../../../../contract/money/payment-states.ts'
import { DeliverDialog, RestockDialog, ReturnDialog } from './after-dialogs.tsx'
import { DispatchDialog, type ManyProps } from './dispatch-dialog.tsx'
import { LabelsDialog } from './labels-dialog.tsx'

type Act = {
  key: string
  label: string
  main?: boolean
  from: readonly ParcelState[]
  Dialog: (props: ManyProps) => ReactElement
}

const ACTS: readonly Act[] = [
  { key: 'dispatch', label: 'Dispatch', main: true, from: ['to_dispatch'], Dialog: DispatchDialog },
  { key: 'deliver', label: 'Delivered', main: true, from: ['dispatched'], Dialog: DeliverDialog },
  { key: 'return', label: 'Came back', from: ['dispatched'], Dialog: ReturnDialog },
  { key: 'again', label: 'Dispatch again', main: true, from: ['returned'], Dialog: DispatchDialog },
  {
    key: 'labels',
    label: 'Print labels',
    from: ['to_dispatch', 'dispatched', 'returned'],
    Dialog: LabelsDialog,
  },
  {
    key: 'restock',
    label: 'Put back into stock',
    from: ['to_dispatch', 'returned'],
    Dialog: RestockDialog,
  },
]

/** Whether anything can be done about a parcel from here. */
export const canAct = ({ state }: ParcelRow): boolean =>
  ACTS.some(({ from }) => from.includes(state))

/** What can be done to all of these parcels at once. */
export function ParcelActs({
  rows,
  onDone,
  onDialog,
}: {
  rows: readonly ParcelRow[]
  onDone: () => void
  onDialog?: (opened: boolean) => void
}): ReactElement {
  const [open, setOpen] = useState<string | null>(null)
  const turn = (key: string | null): void => {
    setOpen(key)
    onDialog?.(key !== null)
  }
  const acts = ACTS.filter(({ from }) => rows.every(({ state }) => from.includes(state)))
  const shown = acts.length > 0
  return (
    <>
      {!shown && <span>Choose parcels of one status to do something with them.</span>}
      {shown &&
        acts.map(({ key, label, main }) => (
          <Button
            key={key}
            size="xs"
            variant={main ? 'filled' : 'default'}
            onClick={() => turn(key)}
          >
            {label}
          </Button>
        ))}
      {ACTS.map(({ key, Dialog }) => (
        <Dialog
          key={key}
          rows={rows}
          opened={open === key}
          onDone={() => {
            turn(null)
            onDone()
          }}
          onClose={() => turn(null)}
        />
      ))}
    </>
  )
}
