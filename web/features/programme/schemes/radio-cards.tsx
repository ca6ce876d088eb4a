import { useId, type ReactElement, type ReactNode } from 'react'
import classes from './radio-cards.module.css'

export type RadioChoice<T extends string> = { value: T; label: string; about: string }

/** One of a few, each with what it means, as native radio buttons. */
export function RadioCards<T extends string>({
  id,
  legend,
  choices,
  value,
  onChange,
  children,
}: {
  id?: string
  legend: string
  choices: readonly RadioChoice<T>[]
  value: T
  onChange: (value: T) => void
  /** What is to be said of the choice. */
  children?: ReactNode
}): ReactElement {
  const name = useId()
  return (
    <fieldset id={id} className={classes.set} aria-describedby={`${name}notes`}>
      <legend>{legend}</legend>
      <div className={classes.cards}>
        {choices.map((choice) => {
          const own = `${name}${choice.value}`
          return (
            <label key={choice.value} className={classes.card} htmlFor={own}>
              <input
                id={own}
                type="radio"
                name={name}
                checked={choice.value === value}
                aria-describedby={`${own}-about`}
                onChange={() => onChange(choice.value)}
              />
              <b>{choice.label}</b>
              <span id={`${own}-about`}>{choice.about}</span>
            </label>
          )
        })}
      </div>
      <div id={`${name}notes`} className={classes.notes}>
        {children}
      </div>
    </fieldset>
  )
}
