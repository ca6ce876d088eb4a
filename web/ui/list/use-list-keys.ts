import { useEffect, useEffectEvent, type RefObject } from 'react'
import { nextInGrid } from './grid-steps.ts'
import { placeOfKey, useSignKeys } from '../use-keys.ts'

type Acts = { search: () => void; help: () => void; next: () => void; previous: () => void }
type Options = { enterOpensFirst: boolean; inGrid: boolean }

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** The row that a key leads to from the one that has the focus. */
function rowAfter(rows: readonly HTMLElement[], key: string, inGrid: boolean) {
  if (inGrid) return nextInGrid(rows, key)
  const at = rows.findIndex((element) => element === document.activeElement)
  const step = STEPS[key]
  return step && rows[step(at, rows.length - 1)]
}

const boxOf = (row: Element): HTMLInputElement | null =>
  row.closest('tr, li')?.querySelector('input[type=checkbox]') ?? null

/** What stands in the place of the box of a row that cannot be chosen, and says why. */
const whyNotOf = (row: Element): HTMLElement | null =>
  row.closest('tr, li')?.querySelector('[data-why-not]') ?? null

function clickBox(box: HTMLInputElement | null, shiftKey: boolean): void {
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }))
}

/** With shift an arrow chooses the rows that it goes over; the way back gives them free again. */
function chooseOnTheWay(from: Element, to: Element): void {
  const [left, reached] = [boxOf(from), boxOf(to)]
  if (left?.checked && reached?.checked) {
    clickBox(left, false)
    return
  }
  if (left && !left.checked) clickBox(left, false)
  if (reached && !reached.checked) clickBox(reached, false)
}

/**
 * Arrow keys move from row to row, Enter opens by itself; signs search, help and turn pages. With
 * `enterOpensFirst` it opens the first row where no row was gone to. With `inGrid` the arrows move as
 * the rows lie on the screen.
 */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  acts: Acts,
  { enterOpensFirst, inGrid }: Options,
): void {
  const [signs] = useSignKeys()
  const press = useEffectEvent((event: KeyboardEvent) => {
    const at = placeOfKey(event)
    if (!at) return
    if (signs && pressSign(event.key, acts)) {
      event.preventDefault()
      return
    }
    if (enterOpensFirst && event.key === 'Enter' && at === document.body && !event.repeat) {
      list.current?.querySelector<HTMLElement>('[data-row]')?.click()
      return
    }
    if (event.key === ' ' && at.matches('[data-row]')) {
      // As a click, so that shift chooses a run with the keyboard as well.
      clickBox(boxOf(at), event.shiftKey)
      whyNotOf(at)?.click()
      event.preventDefault()
      return
    }
    const inList = list.current?.contains(at) ?? false
    if (!inList && at !== document.body) return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const next = rowAfter(rows, event.key, inGrid)
    if (!next) return
    event.preventDefault()
    if (event.shiftKey && at.matches('[data-row]') && next !== at) chooseOnTheWay(at, next)
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
