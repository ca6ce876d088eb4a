import type { ReactElement } from 'react'

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
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill={colour ?? 'var(--mantine-primary-color-filled)'} />
      {letter === undefined ? (
        <path fill="#fff" d="M8 8h4v6h8V8h4v16h-4v-6h-8v6H8z" />
      ) : (
        <text x="16" y="22.5" fill="#fff" fontSize="18" fontWeight="700" textAnchor="middle">
          {letter.toUpperCase()}
        </text>
      )}
    </svg>
  )
}
