import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { checklistOptions } from './setup-queries.ts'
import { ChecklistLines } from './checklist.tsx'
import classes from './setup.module.css'

/** On the dashboard until all is done; then it shows nothing. */
export function ChecklistPanel(): ReactElement | null {
  const { data } = useQuery(checklistOptions())
  if (!data || data.done) return null
  const left = data.items.filter(({ done }) => !done).length
  return (
    <section className={classes.card} aria-labelledby="setup-checklist">
      <div className={classes.head}>
        <h2 id="setup-checklist">Set up your programme</h2>
        <p>{`${data.items.length - left} of ${data.items.length} done. A line ticks itself once it is done.`}</p>
      </div>
      <ChecklistLines items={data.items} />
    </section>
  )
}
