import { Combobox, Loader, Modal, useCombobox, useMantineColorScheme } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { pagesFor } from '../../../contract/menu.ts'
import type { Role } from '../../../contract/roles.ts'
import { useRole } from '../../lib/session.ts'
import { logOutEverywhere } from '../session-events.ts'
import classes from './palette.module.css'
import { findRecords, namedCoupon, type FoundGroup } from './records.ts'

const WAIT_MS = 180
const LIST = 'palette-list'
const NOTHING: { groups: FoundGroup[]; failed: string[] } = { groups: [], failed: [] }

type Choice = { key: string; label: string; detail: string; run: () => void }
type Group = { group: string; choices: Choice[] }

/** Every word that was typed begins a word of the text. */
function fits(text: string, typed: string): boolean {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}

const among = (choices: Choice[], typed: string): Choice[] =>
  choices.filter(({ label, detail }) => typed === '' || fits(`${label} ${detail}`, typed))

/** The records that a text finds; those of the text before stand until the new ones are here. */
function useRecords(role: Role | null, text: string) {
  const [asked] = useDebouncedValue(text, WAIT_MS)
  const records = useQuery({
    queryKey: ['palette', role, asked],
    queryFn: ({ signal }) => findRecords(role, asked, signal),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
  const found = text === '' ? NOTHING : (records.data ?? NOTHING)
  return { ...found, searching: text !== '' && (asked !== text || records.isFetching) }
}

/** What the palette offers for a text: coupons it names, records it finds, pages and acts. */
function useGroups(text: string, onClose: () => void) {
  const role = useRole()
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const { groups: records, failed, searching } = useRecords(role, text)
  const go = (to: string, search: object = {}) => {
    onClose()
    void navigate({ to, search })
  }
  const coupons = namedCoupon(role, text)
  const found = [...coupons, ...records].map(({ group, found: items }): Group => ({
    group,
    choices: items.map(({ key, label, detail, to, search }) => ({
      key,
      label,
      detail,
      run: () => go(to, search),
    })),
  }))
  const pages = pagesFor(role).map(({ label, path }): Choice => ({
    key: `page-${path}`,
    label,
    detail: '',
    run: () => go(path),
  }))
  const act = (label: string, run: () => void): Choice => ({
    key: `act-${label}`,
    label,
    detail: '',
    run: () => {
      onClose()
      run()
    },
  })
  const acts = [
    act('Light theme', () => setColorScheme('light')),
    act('Dark theme', () => setColorScheme('dark')),
    act('Theme as the system', () => setColorScheme('auto')),
    act('Logout', logOutEverywhere),
  ]
  const groups = [
    ...found,
    { group: 'Pages', choices: among(pages, text) },
    { group: 'Actions', choices: among(acts, text) },
  ].filter(({ choices }) => choices.length > 0)
  const isOlder = groups.length === 0 || (coupons.length === 0 && records.length > 0)
  return {
    groups,
    failed,
    searching,
    /** The first that is offered was found for an earlier text, or is still to be found. */
    firstIsDue: searching && isOlder,
  }
}

/**
 * Enter while the records of the text are still on their way: those of an earlier text stand in the
 * list, so it waits for the right ones and opens the first. Whoever went to one with the arrows means
 * the one that is there.
 */
function useEnter({ groups, searching, firstIsDue }: ReturnType<typeof useGroups>, text: string) {
  const [awaited, setAwaited] = useState<string | null>(null)
  const moved = useRef(false)
  const isDue = awaited === text && !searching
  const first = groups[0]?.choices[0]
  useEffect(() => {
    if (isDue) first?.run()
  }, [isDue, first])
  return {
    onTyped: () => {
      moved.current = false
      setAwaited(null)
    },
    /** Before the list hears of the key. */
    onKey: (event: KeyboardEvent) => {
      if (event.key.startsWith('Arrow')) moved.current = true
      if (event.key !== 'Enter' || !firstIsDue || moved.current) return
      event.preventDefault()
      event.stopPropagation()
      setAwaited(text)
    },
  }
}

/** Says in the status line what the list below cannot. */
function statusOf(
  { groups, failed, searching }: ReturnType<typeof useGroups>,
  text: string,
): string {
  if (failed.length > 0) return `Could not be searched: ${failed.join(', ')}. Type on to try again.`
  if (groups.length > 0) return ''
  if (searching) return 'Searching…'
  const whole = /\d/.test(text) ? ' Mobile numbers, codes and other numbers are found whole.' : ''
  return `Nothing found.${whole}`
}

/** One field for pages, people, coupons, money and acts: only what the role may see. */
export function Palette({
  opened,
  onClose,
  onReady,
}: {
  opened: boolean
  onClose: () => void
  /** The field has the focus: gives what was typed before. */
  onReady: () => string
}): ReactElement {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={600}
      yOffset="12vh"
      // Whoever opens it takes the focus back: it is open from its first moment.
      returnFocus={false}
      transitionProps={{ duration: 80 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search and go to">
        <Modal.Body p={0}>
          <PaletteBody onClose={onClose} onReady={onReady} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function PaletteBody({
  onClose,
  onReady,
}: {
  onClose: () => void
  onReady: () => string
}): ReactElement {
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const offered = useGroups(text, onClose)
  const { groups } = offered
  const enter = useEnter(offered, text)
  const store = useCombobox({ opened: true })
  const keys = groups.flatMap(({ choices }) => choices.map(({ key }) => key)).join('\n')
  const { selectFirstOption } = store
  // The first one is chosen as long as nobody went further: Enter takes it.
  useEffect(() => {
    if (keys !== '') selectFirstOption()
  }, [keys, selectFirstOption])
  const status = statusOf(offered, text)
  const run = (selected: string): void => {
    for (const { choices } of groups) choices.find(({ key }) => key === selected)?.run()
  }
  return (
    <Combobox store={store} onOptionSubmit={run}>
      <Combobox.EventsTarget withExpandedAttribute>
        <input
          className={classes.input}
          role="combobox"
          aria-expanded
          aria-controls={LIST}
          aria-autocomplete="list"
          data-autofocus
          aria-label="Search and go to"
          placeholder="A page, a name, a mobile, a code, a number"
          maxLength={60}
          value={typed}
          onFocus={() => {
            const early = onReady()
            setTyped((now) => now + early)
          }}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            enter.onTyped()
          }}
          onKeyDownCapture={enter.onKey}
          // The list keeps Escape to itself, though here it never closes alone.
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
        />
      </Combobox.EventsTarget>
      <span className={classes.sign} aria-hidden>
        {offered.searching ? <Loader size={16} /> : <IconSearch size={18} stroke={1.8} />}
      </span>
      <div className={classes.list}>
        <Combobox.Options id={LIST} aria-label="What was found">
          {groups.map(({ group, choices }) => (
            <Combobox.Group key={group} label={group}>
              {choices.map(({ key, label, detail }) => (
                <Combobox.Option key={key} value={key} className={classes.option}>
                  <span className={classes.label}>{label}</span>
                  {detail !== '' && <span className={classes.detail}>{detail}</span>}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
        <p className={classes.status} role="status">
          {status}
        </p>
      </div>
      <footer className={classes.footer} aria-hidden>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        <span>
          <kbd>Esc</kbd> close
        </span>
      </footer>
    </Combobox>
  )
}
