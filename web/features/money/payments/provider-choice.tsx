import { IconAlertTriangle } from '@tabler/icons-react'
import { useId, type ReactElement } from 'react'
import type { Provider } from '../../../../contract/money/payment-states.ts'
import classes from './provider-choice.module.css'
import { reachInWords, type ProviderStanding } from './provider-standing.ts'

/** How the money goes out: each way with what it holds and whether that is enough. */
export function ProviderChoice({
  providers,
  chosen,
  paiseBy,
  onChoose,
}: {
  providers: readonly ProviderStanding[]
  chosen: Provider
  /** What would go out by each. */
  paiseBy: (provider: Provider) => number
  onChoose: (provider: Provider) => void
}): ReactElement {
  const id = useId()
  return (
    <fieldset className={classes.ways}>
      <legend>Send them by</legend>
      {providers.map((standing) => {
        const { provider } = standing
        const { words, short } = reachInWords(standing, paiseBy(provider))
        return (
          <label key={provider} className={classes.way} htmlFor={id + provider}>
            <input
              id={id + provider}
              type="radio"
              name={id}
              checked={provider === chosen}
              onChange={() => onChoose(provider)}
              data-autofocus={provider === chosen || undefined}
            />
            <b>{standing.name}</b>
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
