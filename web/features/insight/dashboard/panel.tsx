import { useId, type ReactElement, type ReactNode } from 'react'
import classes from './dashboard.module.css'

/** One part of the dashboard with its heading and, at its right, what can be chosen about it. */
export function Panel({
  title,
  action,
  wide,
  half,
  children,
}: {
  title: string
  action?: ReactNode
  wide?: boolean
  /** Two of them fill a line, where three others would. */
  half?: boolean
  children: ReactNode
}): ReactElement {
  const id = useId()
  return (
    <section className={classes.panel} data-wide={wide} data-half={half} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  )
}
