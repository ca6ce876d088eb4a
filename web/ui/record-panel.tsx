import { ActionIcon, CloseButton, Title } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useId, useRef, type ReactElement, type ReactNode } from 'react'
import { formatNumber } from '../lib/format.ts'
import { SplitContext, type Split } from './list/split.ts'
import classes from './detail-drawer.module.css'
import { useKeys } from './use-keys.ts'

/** What takes Escape for itself while it is open. */
const OVER = '[aria-modal="true"], [role="listbox"], [role="menu"]'
const OWN_ESCAPE = '[data-mantine-stop-propagation="true"]'
const isOver = (): boolean =>
  [...document.querySelectorAll(OVER)].some((element) => element.checkVisibility())

/**
 * Escape closes the record from wherever the focus is, but for what lies over the page: whether
 * something does is seen before that takes the key and is gone.
 */
function useEscape(close: () => void, held: boolean): void {
  const isForRecord = useRef(false)
  const see = useEffectEvent(({ key, target, isComposing }: KeyboardEvent) => {
    const isTaken = target instanceof Element && target.closest(OWN_ESCAPE) !== null
    isForRecord.current = key === 'Escape' && !isComposing && !held && !isTaken && !isOver()
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isForRecord.current && !event.defaultPrevented) close()
  })
  useEffect(() => {
    const first = (event: KeyboardEvent): void => see(event)
    const last = (event: KeyboardEvent): void => press(event)
    window.addEventListener('keydown', first, { capture: true })
    window.addEventListener('keydown', last)
    return () => {
      window.removeEventListener('keydown', first, { capture: true })
      window.removeEventListener('keydown', last)
    }
  }, [])
}

function Neighbours({ split: { place, previous, next } }: { split: Split }): ReactElement | null {
  if (!place) return null
  return (
    <div className={classes.neighbours}>
      <span>{`${formatNumber(place.at)} of ${formatNumber(place.of)}`}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Previous record"
        aria-keyshortcuts="K"
        disabled={previous === null}
        onClick={previous ?? undefined}
      >
        <IconChevronUp size={18} stroke={1.8} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Next record"
        aria-keyshortcuts="J"
        disabled={next === null}
        onClick={next ?? undefined}
      >
        <IconChevronDown size={18} stroke={1.8} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** A record beside the list that it was opened from, which stays in use. `id` is its row. */
export function RecordPanel({
  id,
  title,
  held,
  split,
  onClose,
  children,
  footer,
}: {
  id: string
  title: string
  held: boolean
  split: Split
  onClose: () => void
  children: ReactNode
  footer: ReactNode
}): ReactElement {
  const panel = useRef<HTMLElement>(null)
  const heading = useId()
  useEscape(onClose, held)
  useKeys({ j: split.next ?? undefined, k: split.previous ?? undefined }, !held)
  useEffect(() => {
    // A form in it may have the focus already, and the button for the next record keeps it.
    const hasFocus = panel.current?.contains(document.activeElement)
    if (!hasFocus) panel.current?.focus({ preventScroll: true })
    panel.current?.scrollTo({ top: 0 })
    document.querySelector(`[data-row="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [id])
  return (
    <section
      ref={panel}
      className={classes.panel}
      role="dialog"
      aria-labelledby={heading}
      tabIndex={-1}
      data-beside
    >
      <header className={classes.head}>
        <Title order={2} id={heading} className={classes.title}>
          {title}
        </Title>
        <Neighbours split={split} />
        <CloseButton aria-label="Close" onClick={onClose} />
      </header>
      {/* What is opened from a record lies over the page. */}
      <SplitContext value={null}>
        <div className={classes.body}>{children}</div>
        {footer && <div className={classes.footer}>{footer}</div>}
      </SplitContext>
    </section>
  )
}
