import { useEffect, useState } from 'react'

/** A value that was revealed is on the screen no longer than this. */
const SHOWN_MS = 60_000

/** Values that are shown in full for the moment, by their name. */
export function useShownBriefly<Name extends string, Value>() {
  const [shown, setShown] = useState<Partial<Record<Name, Value>>>({})
  useEffect(() => {
    if (!Object.values(shown).some(Boolean)) return
    const timer = setTimeout(() => setShown({}), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown])
  const put = (name: Name, value: Value | undefined): void =>
    setShown((before) => ({ ...before, [name]: value }))
  return { shown, show: put, hide: (name: Name): void => put(name, undefined) }
}
