import { VisuallyHidden } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import { MENU, isGroup } from '../../contract/menu.ts'

const ITEMS = MENU.flatMap((entry) => (isGroup(entry) ? entry.items : [entry]))

/** Every page has the same title, so a page change is told to screen readers by the page's name. */
export function PageAnnouncer(): ReactElement {
  const { pathname } = useLocation()
  const first = useRef(pathname)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (first.current === pathname) return
    first.current = ''
    setSaid(ITEMS.find((item) => item.path === pathname)?.label ?? 'There is no such page')
  }, [pathname])
  return <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
}
