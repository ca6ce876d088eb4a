import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { readSession, staffIdOf } from './session.ts'

const PREFIX = 'hil.draft.'
const writers = new Set<() => void>()
let reloading = false

function mine(): string {
  const session = readSession()
  return `${PREFIX}${(session && staffIdOf(session)) ?? 0}.`
}

/** Whoever signs in next in this window reads nothing of it. */
function forgetOthers(prefix: string): void {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(PREFIX) && !name.startsWith(prefix)) sessionStorage.removeItem(name)
  }
}

/** Another version of the page may have another form: what does not fit it is not taken. */
function fits<T extends object>(fresh: T, kept: unknown): kept is T {
  if (typeof kept !== 'object' || kept === null) return false
  const [wanted, found] = [fresh, kept].map((one) => Object.keys(one).toSorted().join())
  return wanted === found
}

export function writeDraft(name: string, draft: object): void {
  try {
    sessionStorage.setItem(mine() + name, JSON.stringify(draft))
  } catch {
    // Without room for it the draft is lost with the page, as it was before.
  }
}

/** What was kept under this name, if it is of this form (`fresh` is an untouched one); it serves once. */
export function takeDraft<T extends object>(name: string, fresh: T): T | undefined {
  const prefix = mine()
  forgetOthers(prefix)
  const text = sessionStorage.getItem(prefix + name)
  sessionStorage.removeItem(prefix + name)
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    return fits(fresh, kept) ? kept : undefined
  } catch {
    return undefined
  }
}

/** Loads the page again by itself: what is typed is kept, so nobody has to be asked first. */
export function reloadKeepingDrafts(): void {
  for (const write of writers) write()
  reloading = true
  window.location.reload()
}

export const isReloading = (): boolean => reloading

/**
 * As `useState`, for what is typed into a form: it outlives the reload of the offline guard. `make`
 * gives what an untouched form holds, `begun` what was typed before and kept elsewhere. Not for personal
 * data, which must not lie in the browser's storage.
 */
export function useDraftState<T extends object>(
  name: string,
  make: () => T,
  begun?: () => T | undefined,
): [draft: T, set: Dispatch<SetStateAction<T>>, fresh: T] {
  const [fresh] = useState(make)
  const [draft, setDraft] = useState(() => takeDraft(name, fresh) ?? begun?.() ?? fresh)
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  }, [draft])
  useEffect(() => {
    const write = (): void => {
      if (JSON.stringify(latest.current) !== JSON.stringify(fresh)) writeDraft(name, latest.current)
    }
    writers.add(write)
    return () => void writers.delete(write)
  }, [name, fresh])
  return [draft, setDraft, fresh]
}
