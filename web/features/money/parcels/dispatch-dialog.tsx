import { Text, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ClipboardEvent, type KeyboardEvent, type ReactElement } from 'react'
import { dispatchParcels, type ParcelRow } from '../../../../contract/money/parcels.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { FormBody, useDialogForm } from '../../../ui/dialog-form.tsx'
import type { LeftRow } from '../../../ui/left-alone.tsx'
import { ManyDialog } from '../../../ui/many-dialog.tsx'
import classes from './dispatch-dialog.module.css'
import { giftInWords } from './parcel-words.tsx'
import { refreshParcels } from './parcel-queries.ts'
import { filled, repeated, type Numbers } from './tracking-numbers.ts'

function DispatchForm({
  rows,
  onDone,
  onClose,
}: {
  rows: readonly ParcelRow[]
  onDone: (left: readonly LeftRow[]) => void
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const list = useRef<HTMLOListElement>(null)
  const [lastCourier, keepCourier] = useLocalStorage({
    key: 'hil.courier',
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  const [courier, setCourier] = useState(lastCourier)
  const [numbers, setNumbers] = useState<Numbers>({})
  const parcels = rows.map(({ redemptionId }) => ({
    redemptionId,
    trackingNumber: numbers[redemptionId] ?? '',
  }))
  const form = useDialogForm(dispatchParcels, { courier, parcels }, repeated(rows, numbers))
  const submit = (): void =>
    void form.send(async (body) => {
      try {
        const { done, left } = await call(dispatchParcels, { body })
        keepCourier(body.courier)
        if (done.length > 0) {
          notifyDone(`${formatAmount(done.length, 'parcel is', 'parcels are')} on the way.`)
        }
        onDone(left)
      } finally {
        void refreshParcels(client)
      }
    })
  const paste = (event: ClipboardEvent, index: number): void => {
    const more = filled(rows, index, event.clipboardData.getData('text'))
    if (!more) return
    event.preventDefault()
    setNumbers((before) => ({ ...before, ...more }))
  }
  /** Enter goes on to the next field, as a scanner of labels presses it; at the last one it sends. */
  const enter = (event: KeyboardEvent, index: number): void => {
    if (event.key !== 'Enter' || index === rows.length - 1) return
    event.preventDefault()
    list.current?.querySelectorAll('input')[index + 1]?.focus()
  }
  return (
    <FormBody
      submit={`Dispatch ${formatAmount(rows.length, 'parcel')}`}
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Courier"
        description="The same for all of these"
        autoComplete="off"
        data-autofocus={courier === '' || undefined}
        value={courier}
        onChange={(event) => setCourier(event.currentTarget.value)}
        {...form.field('courier')}
      />
      <div>
        <Text fw={500} id="tracking-numbers">
          Tracking numbers
        </Text>
        <Text size="sm" c="dimmed">
          Type or scan them one after the other, or paste a whole column into the first.
        </Text>
      </div>
      <ol className={classes.parcels} ref={list} aria-labelledby="tracking-numbers">
        {rows.map((row, index) => (
          <li key={row.redemptionId}>
            <span className={classes.what}>
              <b>{row.memberName}</b>
              <small>{`${row.number} · ${giftInWords(row)} · ${row.city}`}</small>
            </span>
            <TextInput
              className={classes.number}
              aria-label={`Tracking number of ${row.number}`}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              data-autofocus={(courier !== '' && index === 0) || undefined}
              value={numbers[row.redemptionId] ?? ''}
              onChange={(event) => {
                const { value } = event.currentTarget
                setNumbers((before) => ({ ...before, [row.redemptionId]: value }))
              }}
              onPaste={(event) => paste(event, index)}
              onKeyDown={(event) => enter(event, index)}
              {...form.field(`parcels.${index}.trackingNumber`)}
            />
          </li>
        ))}
      </ol>
    </FormBody>
  )
}

export type ManyProps = {
  rows: readonly ParcelRow[]
  opened: boolean
  onDone: () => void
  onClose: () => void
}

/** Hands parcels to a courier, each with its tracking number. */
export function DispatchDialog({ rows, ...dialog }: ManyProps): ReactElement {
  return (
    <ManyDialog about={rows} title="Dispatch" size={620} {...dialog}>
      {(kept, ending) => <DispatchForm rows={kept} {...ending} />}
    </ManyDialog>
  )
}
