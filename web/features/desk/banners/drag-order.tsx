import { Accessibility, StyleInjector } from '@dnd-kit/dom'
import { DragDropProvider, type DragEndEvent } from '@dnd-kit/react'
import { isSortable } from '@dnd-kit/react/sortable'
import type { ReactElement, ReactNode } from 'react'
import { styleNonce } from '../../../lib/style-nonce.ts'

const HELP =
  'Press the space bar to lift it, the up and down arrows to move it, the space bar to put it down and Escape to leave it where it was.'

type Named = { id: unknown } | null
type DragEvent = { operation: { source: Named; target: Named } }
/** What a member of the order carries as its data. */
export type Carried = { title: string; count: number }

/** What is dragged or what is under it, as it was registered. */
function placedOf(entity: unknown): (Carried & { place: number }) | null {
  const placed = entity as { index?: unknown; data?: Partial<Carried> } | null | undefined
  if (typeof placed?.index !== 'number') return null
  const { title = '', count = 0 } = placed.data ?? {}
  return { place: placed.index + 1, title, count }
}

/** Says something of what is moved and of the place it is over. */
const say =
  (of: (title: string, place: string) => string) =>
  ({ operation }: DragEvent): string | undefined => {
    const source = placedOf(operation.source)
    if (!source) return undefined
    const { place } = placedOf(operation.target) ?? source
    return of(source.title, `place ${place} of ${source.count}`)
  }
const left = say((title) => `“${title}” is where it was.`)
const put = say((title, place) => `“${title}” is put down at ${place}.`)

const over = say((title, place) => `“${title}” is at ${place}.`)

/** What a screen reader hears while something is moved; over itself it is where it was said to be. */
const ANNOUNCEMENTS = {
  dragstart: say((title, place) => `“${title}” is lifted, at ${place}.`),
  dragover: (event: DragEvent) =>
    event.operation.source?.id === event.operation.target?.id ? undefined : over(event),
  dragend: (event: DragEvent & { canceled: boolean }) =>
    event.canceled ? left(event) : put(event),
}

const PLUGINS = [
  Accessibility.configure({
    announcements: ANNOUNCEMENTS,
    screenReaderInstructions: { draggable: HELP },
  }),
  // The page's policy lets only styles with its nonce in.
  StyleInjector.configure({ nonce: styleNonce() }),
]

/**
 * What within can be put into another order by mouse, touch and keyboard. Its members are sortable
 * and carry their title and how many they are as data; `onMove` gets which one was put down where,
 * from 0.
 */
export function DragOrder({
  onMove,
  children,
}: {
  onMove: (id: number, place: number) => void
  children: ReactNode
}): ReactElement {
  const end = ({ operation: { source, target }, canceled }: DragEndEvent): void => {
    if (canceled || !isSortable(source)) return
    // Let go quickly, it is over another whose place it has not taken yet.
    const { index } = isSortable(target) ? target : source
    if (index !== source.initialIndex) onMove(Number(source.id), index)
  }
  return (
    <DragDropProvider
      plugins={(defaults) => [...defaults.filter((plugin) => plugin !== Accessibility), ...PLUGINS]}
      onDragEnd={end}
    >
      {children}
    </DragDropProvider>
  )
}
