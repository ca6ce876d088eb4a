import { useLocalStorage } from '@mantine/hooks'
import type { Column } from './types.ts'

type Kept = { shown: string[]; hidden: string[]; compact: boolean }
const NOTHING: Kept = { shown: [], hidden: [], compact: false }

export type View<Row> = {
  columns: Column<Row>[]
  compact: boolean
  isShown: (column: Column<Row>) => boolean
  toggle: (column: Column<Row>) => void
  setCompact: (compact: boolean) => void
  reset: () => void
}

/** Which columns a person sees of a list and how dense it is, kept on this device. */
export function useView<Row>(name: string, columns: readonly Column<Row>[]): View<Row> {
  const [kept, setKept] = useLocalStorage<Kept>({
    key: `hil.list.${name}`,
    defaultValue: NOTHING,
    getInitialValueInEffect: false,
  })
  // The first column holds the link to a row, so it always stands.
  const isShown = (column: Column<Row>): boolean =>
    column === columns[0] ||
    (column.optional ? kept.shown.includes(column.key) : !kept.hidden.includes(column.key))
  return {
    columns: columns.filter(isShown),
    compact: kept.compact,
    isShown,
    toggle: (column) => {
      const list = column.optional ? 'shown' : 'hidden'
      const others = kept[list].filter((key) => key !== column.key)
      const inList = kept[list].includes(column.key)
      setKept({ ...kept, [list]: inList ? others : [...others, column.key] })
    },
    setCompact: (compact) => setKept({ ...kept, compact }),
    reset: () => setKept(NOTHING),
  }
}
