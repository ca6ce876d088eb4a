import { useState, type ReactElement, type ReactNode } from 'react'
import type { MasterStatus } from '../../../../contract/people/masters.ts'
import type { SubjectEvent } from '../../../../contract/trail.ts'
import { Facts, Section, type Fact } from '../../../ui/facts.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { StaffEvents } from '../../../ui/staff-events.tsx'
import { useKept } from '../../../ui/use-kept.ts'
import { StatusTag } from './status-tag.tsx'
import { MasterActions } from './master-actions.tsx'

type Master = {
  name: string
  status: MasterStatus
  addedAt: string | null
  leftReason: string | null
  events: SubjectEvent[]
  version: number
}

/** The dialog that edits the master. */
export type EditorProps = { opened: boolean; onSaved: () => void; onClose: () => void }

type DetailProps = {
  master: Master
  /** Whether anything names it: then it is deactivated, and cannot be deleted. */
  used: boolean
  /** What deactivating does, in a sentence. */
  deactivates: string
  facts: Fact[]
  onStatus: (status: MasterStatus, reason: string) => Promise<void>
  onDelete: () => Promise<void>
  onDialog: (opened: boolean) => void
  /** `version` is that of the opening: what is typed outlives what others change meanwhile. */
  renderEditor: (props: EditorProps, version: number) => ReactElement
  /** Above the facts. */
  picture?: ReactNode
  /** Between the facts and the history. */
  children?: ReactNode
}

/** What the drawer of every master shows: its status, what may be done, its facts, its history. */
export function MasterDetail({
  master,
  facts,
  renderEditor,
  picture,
  children,
  onDialog,
  ...acts
}: DetailProps): ReactElement {
  const [editing, setEditing] = useState(false)
  const version = useKept(master.version, !editing)
  const { name, status, addedAt, leftReason, events } = master
  const edit = (opened: boolean): void => {
    setEditing(opened)
    onDialog(opened)
  }
  const close = (): void => edit(false)
  return (
    <>
      <div>
        <StatusTag status={status} />
      </div>
      <MasterActions
        name={name}
        status={status}
        onEdit={() => edit(true)}
        onDialog={onDialog}
        {...acts}
      />
      {picture}
      <Facts
        facts={[
          ...facts,
          ['Added', addedAt && <Moment key="added" at={addedAt} />],
          ['Deactivated because', leftReason],
        ]}
      />
      {children}
      <Section title="History">
        <StaffEvents label="History" events={events} />
      </Section>
      {renderEditor({ opened: editing, onSaved: close, onClose: close }, version)}
    </>
  )
}
