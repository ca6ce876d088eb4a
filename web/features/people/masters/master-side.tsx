import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState, type ReactElement, type ReactNode } from 'react'
import { can } from '../../../../contract/permissions.ts'
import { useRole } from '../../../lib/session.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import type { Lookups } from '../../../ui/list/define.tsx'
import type { Column, ListQuery, ListSource } from '../../../ui/list/types.ts'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'

export type AdderProps = { opened: boolean; onSaved: (id: number) => void; onClose: () => void }

type Side<Row, Q extends ListQuery> = {
  source: ListSource<Row, Q>
  title: string
  about: string
  columns: Column<Row>[]
  lookups?: Lookups
  /** The links to the other sections, and what else stands above the list. */
  notice: ReactNode
  newLabel: string
  /** The dialog that adds one. */
  adder: (props: AdderProps) => ReactElement
  drawer: (props: { id: string | undefined; onClose: () => void }) => ReactElement
}

/** A section that lists a master: who may adds one, and the one that is open stands beside the list. */
export function MasterSide<Row, Q extends ListQuery>({
  notice,
  newLabel,
  adder: Adder,
  drawer: Drawer,
  ...list
}: Side<Row, Q>): ReactElement {
  const edits = can(useRole(), 'programme.edit')
  const open = useOpenRow()
  const [adding, setAdding] = useState(false)
  // A dialog that added something starts over; one that was closed keeps what was typed.
  const [round, setRound] = useState(0)
  const saved = (id: number): void => {
    setAdding(false)
    setRound((before) => before + 1)
    open.show(String(id))
  }
  return (
    <ListPage
      {...list}
      notice={notice}
      action={
        edits && (
          <Button
            leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {newLabel}
          </Button>
        )
      }
      onOpen={open.show}
    >
      {edits && (
        <Adder key={round} opened={adding} onSaved={saved} onClose={() => setAdding(false)} />
      )}
      <Drawer id={open.id} onClose={open.close} />
    </ListPage>
  )
}
