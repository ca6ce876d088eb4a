import { useSyncExternalStore } from 'react'

type Asked = { answer: Promise<boolean>; settle: (given: boolean) => void }

const listeners = new Set<() => void>()
let asked: Asked | null = null

function setAsked(next: Asked | null): void {
  asked = next
  for (const listener of listeners) listener()
}

/**
 * Asks the person to confirm who it is. Gives whether it was confirmed; calls that need it at the same
 * time wait for one answer.
 */
export function askProof(): Promise<boolean> {
  if (asked) return asked.answer
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const settle = (given: boolean): void => {
    setAsked(null)
    resolve(given)
  }
  setAsked({ answer: promise, settle })
  return promise
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How to answer what is asked; null while nothing is. */
export function useProofAsked(): Asked['settle'] | null {
  return useSyncExternalStore(subscribe, () => asked?.settle ?? null)
}
