import type { ReactElement } from 'react'

export function LogoMark({ size = 28 }: { size?: number }): ReactElement {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
      <path fill="#fff" d="M8 8h4v6h8V8h4v16h-4v-6h-8v6H8z" />
    </svg>
  )
}
