import { useCallback, useEffect, useRef } from 'react'

/** Gives a function that does `act` soon: at once, or when so long has passed since it was done last. */
export function useThrottled(act: () => void, everyMs: number): () => void {
  const latest = useRef(act)
  const doneAt = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = act
  }, [act])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return useCallback(() => {
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined
        doneAt.current = Date.now()
        latest.current()
      },
      Math.max(0, doneAt.current + everyMs - Date.now()),
    )
  }, [everyMs])
}
