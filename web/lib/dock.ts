import { useSyncExternalStore, type ReactElement } from 'react'

/**
 * What stands in the corner of every page because something goes on there, whatever page is open:
 * a feature puts it there, the shell shows it and knows nothing of it.
 */
let docked: ReactElement | null = null
const listeners = new Set<() => void>()

export function setDocked(element: ReactElement): void {
  docked = element
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useDocked(): ReactElement | null {
  return useSyncExternalStore(subscribe, () => docked)
}
