import type { ReactElement } from 'react'
import classes from './programme-logo.module.css'

/** The mark of a programme without a logo: the first letter of its name on its colour. */
export function LogoMark({
  size = 28,
  letter,
  colour,
}: {
  size?: number
  letter?: string | undefined
  colour?: string | null
}): ReactElement {
  if (letter !== undefined)
    return (
      <span
        className={classes.mark}
        // Drawn by the style: it is a picture, and no part of the words beside it.
        data-letter={letter.toUpperCase()}
        style={{
          width: size,
          height: size,
          fontSize: size * 0.56,
          background: colour ?? undefined,
        }}
        aria-hidden
      />
    )
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
      <path fill="#fff" d="M8 8h4v6h8V8h4v16h-4v-6h-8v6H8z" />
    </svg>
  )
}
