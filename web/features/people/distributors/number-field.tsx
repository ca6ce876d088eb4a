import { Button, TextInput } from '@mantine/core'
import { useId, useRef, type ReactElement } from 'react'
import type { NumberDraft } from './distributor-draft.ts'
import classes from './distributors.module.css'

export type FieldState = { error: string | undefined; onBlur: () => void }

/** A stored number by its mask; it is replaced or taken away, never shown. */
function KeptNumber({
  label,
  mask,
  removed,
  error,
  onChange,
}: {
  label: string
  mask: string
  removed: boolean
  error: string | undefined
  onChange: (mode: NumberDraft['mode']) => void
}): ReactElement {
  const id = useId()
  return (
    <div
      className={classes.kept}
      role="group"
      aria-label={label}
      aria-describedby={error ? id : undefined}
    >
      <b>{label}</b>
      <div>
        <span data-removed={removed || undefined}>{mask}</span>
        {removed ? (
          <>
            <small>is taken off the record</small>
            <Button size="compact-sm" variant="subtle" onClick={() => onChange('keep')}>
              Keep it
            </Button>
          </>
        ) : (
          <>
            <Button size="compact-sm" variant="default" onClick={() => onChange('type')}>
              Replace
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={() => onChange('remove')}>
              Remove
            </Button>
          </>
        )}
      </div>
      {error && (
        <p id={id} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** A GSTIN or PAN: typed where nothing is stored, else kept until somebody replaces it. */
export function NumberField({
  label,
  mask,
  value,
  description,
  error,
  onBlur,
  onChange,
}: FieldState & {
  label: string
  /** What is stored, masked. */
  mask: string | null
  value: NumberDraft
  description: string
  onChange: (value: NumberDraft) => void
}): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  const turn = (mode: NumberDraft['mode']): void => {
    onChange({ mode, text: '' })
    // Taking away is said at once to fit or not; what is to be typed is judged when it was left.
    if (mode === 'remove') onBlur()
    // The button that was pressed is gone then; the focus stays at the field.
    setTimeout(() => place.current?.querySelector<HTMLElement>('input, button')?.focus())
  }
  const typing = mask === null || value.mode === 'type'
  return (
    <div ref={place}>
      {typing ? (
        <TextInput
          label={mask === null ? `${label} (optional)` : `New ${label}`}
          description={description}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          classNames={{ input: classes.code }}
          value={value.text}
          onChange={(event) => onChange({ mode: 'type', text: event.currentTarget.value })}
          error={error}
          onBlur={onBlur}
        />
      ) : (
        <KeptNumber
          label={label}
          mask={mask}
          removed={value.mode === 'remove'}
          error={error}
          onChange={turn}
        />
      )}
      {typing && mask !== null && (
        <Button size="compact-xs" variant="subtle" mt={4} onClick={() => turn('keep')}>
          {`Keep ${mask}`}
        </Button>
      )}
    </div>
  )
}
