import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useEffectEvent, type RefObject } from 'react'

type Acts = { search: () => void; help: () => void; next: () => void; previous: () => void }

const FIELDS = 'input, textarea, select, [contenteditable="true"]'
const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** Whether single letters and signs are shortcuts: WCAG 2.1.4 asks that they can be turned off. */
export function useSignKeys() {
  return useLocalStorage({
    key: 'hil.keys',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
}

/** Arrow keys move from row to row, Enter opens by itself; signs search, help and turn pages. */
export function useListKeys(list: RefObject<HTMLElement | null>, acts: Acts): void {
  const [signs] = useSignKeys()
  const press = useEffectEvent((event: KeyboardEvent) => {
    const at = event.target instanceof Element ? event.target : document.body
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (at.closest(`${FIELDS}, [role="dialog"]`)) return
    if (signs && pressSign(event.key, acts)) {
      event.preventDefault()
      return
    }
    const step = STEPS[event.key]
    const inList = list.current?.contains(at) ?? false
    if (!step || (!inList && at !== document.body)) return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const row = rows.findIndex((element) => element === document.activeElement)
    const next = rows[step(row, rows.length - 1)]
    if (!next) return
    event.preventDefault()
    next.focus()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function pressSign(key: string, acts: Acts): boolean {
  const act = { '/': acts.search, '?': acts.help, ']': acts.next, '[': acts.previous }[key]
  act?.()
  return act !== undefined
}
