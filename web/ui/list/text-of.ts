import type { ReactNode } from 'react'

/** What a cell says where it is only text; nothing for more than that. */
export function textOf(content: ReactNode): string | undefined {
  return typeof content === 'string' ? content : undefined
}
