import { useRef, useState } from 'react'

/** Sends once at a time; what failed is kept to be shown until the next try. */
export function useSending<A extends unknown[]>(act: (...given: A) => Promise<void>) {
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const send = async (...given: A): Promise<void> => {
    // State would come too late for a second click in the same moment.
    if (sending.current) return
    sending.current = true
    setBusy(true)
    setError(null)
    try {
      await act(...given)
    } catch (failure) {
      setError(failure)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return { busy, error, send }
}
