import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'
import { keyName } from './key-name.ts'

const FIELDS = 'input, textarea, select, [contenteditable="true"]'
/** A record beside its list takes the keys of the page. */
const OVERLAYS = '[role="dialog"]:not([data-beside]), [role="menu"]'
const CONTROLS = 'a, button, summary, label'
/** Held down, these would act again and again. */
const ONCE = /^(?:Shift\+)?[a-z]$|^Enter$|^Escape$/

/** Whether single letters and signs are shortcuts: WCAG 2.1.4 asks that they can be turned off. */
export function useSignKeys() {
  return useLocalStorage({
    key: 'hil.keys',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
}

/** The element that a key is meant for; null where it is typed into something or belongs to a dialog. */
export function placeOfKey(event: KeyboardEvent): Element | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null
  const at = event.target instanceof Element ? event.target : document.body
  return at.closest(`${FIELDS}, ${OVERLAYS}`) ? null : at
}

export type KeyActs = Record<string, (() => void) | undefined>

/**
 * What keys do on a page, by the names of `keyName`. Enter on a link or a button stays its own;
 * letters and signs do nothing for whoever turned them off.
 */
export function useKeys(acts: KeyActs, active = true): void {
  const [signs] = useSignKeys()
  const press = useEffectEvent((event: KeyboardEvent) => {
    const name = keyName(event)
    const act = acts[name]
    const at = placeOfKey(event)
    if (!active || !act || !at || (event.repeat && ONCE.test(name))) return
    const isSign = event.key.length === 1
    if (isSign ? !signs : name === 'Enter' && at.closest(CONTROLS)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
