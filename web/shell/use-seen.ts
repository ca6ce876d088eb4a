import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/** So much of a row must be in sight, and so long, before it counts as seen. */
const SHARE = 0.6
const SEEN_MS = 600

/**
 * Tells which rows of a list came into sight, each once: those that carry `data-unread-notice`. Rows
 * that have to be scrolled to are told when they are.
 */
export function useSeen(onSeen: (ids: string[]) => void): RefObject<HTMLOListElement | null> {
  const ref = useRef<HTMLOListElement>(null)
  const told = useRef(new Set<string>())
  const tell = useEffectEvent((ids: string[]) => onSeen(ids))
  useEffect(() => {
    const list = ref.current
    if (!list) return
    const waiting = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = (): void => {
      timer = undefined
      const ids = [...waiting].filter((id) => !told.current.has(id))
      waiting.clear()
      for (const id of ids) told.current.add(id)
      if (ids.length > 0) tell(ids)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const id = target.getAttribute('data-unread-notice')
          if (id === null) continue
          if (isIntersecting) waiting.add(id)
          else waiting.delete(id)
        }
        if (waiting.size > 0) timer ??= setTimeout(flush, SEEN_MS)
      },
      { threshold: SHARE },
    )
    for (const row of list.querySelectorAll('[data-unread-notice]')) observer.observe(row)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  })
  return ref
}
