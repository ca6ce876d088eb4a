import type { Icon } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import classes from './tag.module.css'

export type Tone = 'gray' | 'green' | 'yellow' | 'red' | 'blue'
/** How one status is drawn, wherever it stands. */
export type StatusStyle = { label: string; tone: Tone; Picture: Icon }

/** The labels of a contract's states with how each is drawn. */
export function labelled<Key extends string, Style extends { tone?: Tone; Picture?: Icon }>(
  labels: Readonly<Record<Key, string>>,
  styles: Readonly<Record<Key, Style>>,
): Record<Key, Style & { label: string }> {
  const entries = Object.entries<Style>(styles)
  return Object.fromEntries(
    entries.map(([key, style]) => [key, { ...style, label: labels[key as Key] }]),
  ) as Record<Key, Style & { label: string }>
}

/** A status: always a word, with an icon where there is one, and a colour that only repeats it. */
export function Tag({
  tone,
  Picture,
  label,
  children = label,
}: {
  tone: Tone
  Picture?: Icon
  label?: string
  /** Where it says more than the label. */
  children?: ReactNode
}): ReactElement {
  return (
    <span className={classes.tag} data-tone={tone}>
      {Picture && <Picture size={14} stroke={2} aria-hidden />}
      {children}
    </span>
  )
}
