import { UnstyledButton } from '@mantine/core'
import { useDisclosure, useHotkeys, useOs } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState, type ReactElement } from 'react'
import { EarlyKeys } from './early-keys.ts'
import classes from './palette-button.module.css'

const load = () => import('./palette.tsx')
const Palette = lazy(async () => ({ default: (await load()).Palette }))

const IDLE_MS = 2_000

/** The way to everything: a button in the header, and Ctrl or ⌘ with K from anywhere. */
export function PaletteButton(): ReactElement {
  const [opened, { open, close }] = useDisclosure(false)
  const [asked, setAsked] = useState(false)
  const mac = useOs() === 'macos'
  const [early] = useState(() => new EarlyKeys())
  const cameFrom = useRef<Element | null>(null)
  const show = (): void => {
    cameFrom.current = document.activeElement
    early.begin()
    setAsked(true)
    open()
  }
  const hide = (): void => {
    early.end()
    close()
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
  }
  // Its code is small and wanted at once: it comes when the page has nothing else to do.
  useEffect(() => {
    const timer = setTimeout(() => void load(), IDLE_MS)
    return () => {
      clearTimeout(timer)
      early.end()
    }
  }, [early])
  useHotkeys([['mod+K', () => (opened ? hide() : show())]], [])
  return (
    <>
      <UnstyledButton
        className={classes.button}
        aria-keyshortcuts={mac ? 'Meta+K' : 'Control+K'}
        aria-haspopup="dialog"
        onClick={show}
      >
        <IconSearch size={16} stroke={1.8} aria-hidden />
        <span className={classes.words}>Search</span>
        <kbd className={classes.keys} aria-hidden>
          {mac ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </UnstyledButton>
      {asked && (
        <Suspense>
          <Palette opened={opened} onClose={hide} onReady={() => early.end()} />
        </Suspense>
      )}
    </>
  )
}
