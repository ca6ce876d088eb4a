import { Box } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'

/** A part that scrolls by itself, so the keyboard must reach it and it needs a name. */
export function ScrollRegion({
  label,
  className,
  children,
}: {
  label: string
  className: string | undefined
  children: ReactNode
}): ReactElement {
  return (
    <Box className={className} tabIndex={0} role="region" aria-label={label}>
      {children}
    </Box>
  )
}
