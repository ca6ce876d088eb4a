import type { ReactElement, ReactNode } from 'react'
import classes from './facts.module.css'

export type Fact = readonly [name: string, value: ReactNode]

/** Names and values of a thing. A value of null is left out. */
export function Facts({ facts }: { facts: readonly Fact[] }): ReactElement {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** A part of a detail under its own heading. */
export function Section({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section className={classes.section}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
