import type { Icon } from '@tabler/icons-react'
import { useId, type ReactElement } from 'react'
import classes from './plant-parts.module.css'

export type BigOption<T extends string> = {
  value: T
  label: string
  about?: string
  Picture?: Icon
}

/** One of a few as large buttons, which are native radio buttons for keys and readers. */
export function BigChoice<T extends string>({
  legend,
  options,
  value,
  onChange,
  error,
  columns = 2,
}: {
  legend: string
  options: readonly BigOption<T>[]
  value: T | null
  onChange: (value: T) => void
  error?: string | undefined
  columns?: 1 | 2 | 3 | 4
}): ReactElement {
  const name = useId()
  const told = error ? `${name}error` : undefined
  return (
    <fieldset
      className={classes.choice}
      aria-describedby={told}
      data-columns={columns}
      data-invalid={error ? true : undefined}
    >
      <legend>{legend}</legend>
      <div className={classes.options}>
        {options.map((option) => {
          const { Picture } = option
          const own = `${name}${option.value}`
          return (
            <label key={option.value} className={classes.option} htmlFor={own}>
              <input
                id={own}
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === value}
                aria-describedby={option.about ? `${own}-about` : undefined}
                onChange={() => onChange(option.value)}
              />
              {Picture && <Picture size={22} stroke={1.8} aria-hidden />}
              <span className={classes.optionText}>
                <b>{option.label}</b>
                {option.about && <span id={`${own}-about`}>{option.about}</span>}
              </span>
            </label>
          )
        })}
      </div>
      {error && (
        <p id={told} className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
