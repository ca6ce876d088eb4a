import { NumberInput, Radio, Textarea } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { changeGiftStock, type GiftDetail } from '../../../../contract/desk/offers.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount, formatNumber } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { changeOf, STOCK_WAYS, type StockDraft, type StockWay } from './gift-draft.ts'
import { keepGift } from './gift-queries.ts'
import classes from './gifts.module.css'

const EMPTY: StockDraft = { way: 'in', pieces: '', reason: '' }
const WAYS: Record<StockWay, string> = { in: 'Put in', out: 'Take out' }
const isWay = (text: string): text is StockWay => text in WAYS

/** What the stock will be: "12 + 5 = 17 in stock". */
function Result({ stock, change }: { stock: number; change: number }): ReactElement {
  const sign = change < 0 ? '−' : '+'
  const after = stock + change
  return (
    <p className={classes.result} role="status">
      {Number.isInteger(change) && change !== 0 && after >= 0 ? (
        <>
          {`${formatNumber(stock)} ${sign} ${formatNumber(Math.abs(change))} = `}
          <b>{`${formatNumber(after)} in stock`}</b>
        </>
      ) : (
        `${formatNumber(stock)} in stock now`
      )}
    </p>
  )
}

/**
 * Puts pieces into the stock or takes some out. The key stays with what was typed, so that sending
 * again after a lost answer changes the stock once.
 */
export function StockDialog({
  gift,
  opened,
  onClose,
}: {
  gift: GiftDetail
  opened: boolean
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [draft, setDraft] = useState(EMPTY)
  const { giftId, name, stock } = gift
  const { way, pieces, reason } = draft
  const change = changeOf(draft)
  const short = stock + change < 0
  const form = useDialogForm(
    changeGiftStock,
    { idempotencyKey: key, change, reason },
    short ? { pieces: `Only ${formatNumber(stock)} are in stock and not promised.` } : {},
  )
  const set = (changes: Partial<StockDraft>): void => {
    setDraft((before) => ({ ...before, ...changes }))
    setKey(crypto.randomUUID())
  }
  const submit = (): void =>
    void form.send(async (body) => {
      const changed = await call(changeGiftStock, { params: { giftId }, body })
      keepGift(client, changed)
      notifyDone(`${formatAmount(changed.stock, 'piece')} of “${name}” in stock.`)
      set(EMPTY)
      onClose()
    })
  const [ofPieces, ofChange] = [form.field('pieces'), form.field('change')]
  return (
    <DialogForm
      opened={opened}
      title={`Stock of ${name}`}
      what="Pieces that came in, broke or were counted again. What members ask for is taken off by itself."
      submit={WAYS[way]}
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Radio.Group
        label="What to do"
        value={way}
        onChange={(selected) => isWay(selected) && set({ way: selected })}
      >
        <Group gap="lg" mt={4}>
          {STOCK_WAYS.map((one) => (
            <Radio key={one} value={one} label={WAYS[one]} />
          ))}
        </Group>
      </Radio.Group>
      <div className={classes.change}>
        <NumberInput
          label="Pieces"
          data-autofocus
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          hideControls
          inputMode="numeric"
          thousandSeparator=","
          thousandsGroupStyle="lakh"
          value={pieces}
          error={ofPieces.error ?? ofChange.error}
          onBlur={() => {
            ofPieces.onBlur()
            ofChange.onBlur()
          }}
          onChange={(typed) => set({ pieces: typed })}
        />
        <Result stock={stock} change={change} />
      </div>
      <Textarea
        label="Reason"
        description="It stays in the record, with your name."
        autosize
        minRows={2}
        maxRows={6}
        value={reason}
        onChange={(event) => set({ reason: event.currentTarget.value })}
        {...form.field('reason')}
      />
    </DialogForm>
  )
}
