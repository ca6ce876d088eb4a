import { useEffect, useEffectEvent, useRef } from 'react'

type Way = 'next' | 'previous'
type Places = Record<Way, string | null>
type Shown = { data?: Places; isPlaceholderData: boolean; isError: boolean }

/**
 * Turns pages by key. A press while the page that was asked for is still on its way is not lost, and
 * does not go by the places of the page before: it waits, the last one for all, and acts from there.
 */
export function useTurns(
  { data, isPlaceholderData, isError }: Shown,
  go: (place: { after?: string; before?: string }) => void,
): Record<Way, () => void> {
  const waiting = useRef<Way | null>(null)
  /** The page that was left: until another is shown, the address alone may know of the turn. */
  const left = useRef<Places | null>(null)
  const turn = (way: Way): void => {
    if (isPlaceholderData || (data && data === left.current && !isError)) {
      waiting.current = way
      return
    }
    const place = data?.[way]
    if (!data || !place) return
    left.current = data
    go(way === 'next' ? { after: place } : { before: place })
  }
  const arrive = useEffectEvent((shown: Places | undefined, isStale: boolean) => {
    if (isStale || shown === left.current) return
    left.current = null
    const way = waiting.current
    waiting.current = null
    if (way) turn(way)
  })
  useEffect(() => arrive(data, isPlaceholderData), [data, isPlaceholderData])
  return { next: () => turn('next'), previous: () => turn('previous') }
}
