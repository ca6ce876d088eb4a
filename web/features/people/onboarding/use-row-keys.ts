import { useEffect, useEffectEvent } from 'react'
import { keyName } from '../../../ui/key-name.ts'
import { useSignKeys } from '../../../ui/use-keys.ts'

const FIELDS = 'input, textarea, select'

type Move = (direction: 'next' | 'previous') => void

/**
 * J and K go from row to row; with Alt also while something is typed. They belong to the drawer, so
 * those of a page, which leave a dialog alone, will not do.
 */
export function useRowKeys(move: Move, active: boolean): void {
  const [signs] = useSignKeys()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!active || event.ctrlKey || event.metaKey || event.defaultPrevented || event.repeat) return
    const typing = event.target instanceof Element && event.target.closest(FIELDS) !== null
    if (!event.altKey && (typing || !signs)) return
    // With Alt some keyboards write another sign than the one that is printed on the key.
    const name = event.altKey ? event.code.replace('Key', '').toLowerCase() : keyName(event)
    if (name !== 'j' && name !== 'k') return
    event.preventDefault()
    move(name === 'j' ? 'next' : 'previous')
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
