import { IconAlertTriangle } from '@tabler/icons-react'
import { useId, type ReactElement } from 'react'
import type { Provider } from '../../../../contract/money/payment-states.ts'
import classes from './provider-choice.module.css'
import { reachInWords, type ProviderStatus } from './provider-status.ts'

/** How the money goes out: each way with what it holds and whether that is enough. */
export function ProviderChoice({
  providers,
  selected,
  paiseBy,
  onChoose,
}: {
  providers: readonly ProviderStatus[]
  selected: Provider
  /** What would go out by each. */
  paiseBy: (provider: Provider) => number
  onChoose: (provider: Provider) => void
}): ReactElement {
  const id = useId()
  return (
    <fieldset className={classes.ways}>
      <legend>Send them by</legend>
      {providers.map((status) => {
        const { provider } = status
        const { words, short } = reachInWords(status, paiseBy(provider))
        return (
          <label key={provider} className={classes.way} htmlFor={id + provider}>
            <input
              id={id + provider}
              type="radio"
              name={id}
              checked={provider === selected}
              onChange={() => onChoose(provider)}
              data-autofocus={provider === selected || undefined}
            />
            <b>{status.name}</b>
            <small data-short={short || undefined}>
              {short && <IconAlertTriangle size={14} stroke={1.8} aria-hidden />}
              {words}
            </small>
          </label>
        )
      })}
    </fieldset>
  )
}
