import { useId, type ReactElement, type ReactNode } from 'react'
import classes from './dashboard.module.css'

/** One part of the dashboard with its heading and, at its right, what can be chosen about it. */
export function Panel({
  title,
  action,
  wide,
  children,
}: {
  title: string
  action?: ReactNode
  wide?: boolean
  children: ReactNode
}): ReactElement {
  const id = useId()
  return (
    <section className={classes.panel} data-wide={wide} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  )
}
