import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

/** Takes files that are dropped on an element; true while some are held over it. */
export function useDrop(
  place: RefObject<HTMLElement | null>,
  take: (files: FileList | null) => void,
): boolean {
  const [over, setOver] = useState(false)
  const drag = useEffectEvent((event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') take(event.dataTransfer?.files ?? null)
  })
  useEffect(() => {
    const element = place.current
    const listen = (event: DragEvent): void => drag(event)
    const kinds = ['dragover', 'dragleave', 'drop'] as const
    for (const kind of kinds) element?.addEventListener(kind, listen)
    return () => {
      for (const kind of kinds) element?.removeEventListener(kind, listen)
    }
  }, [place])
  return over
}
