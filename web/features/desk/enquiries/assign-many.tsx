import { Button, NativeSelect } from '@mantine/core'
import { IconUserShare } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import type { EnquiryRow } from '../../../../contract/desk/enquiries.ts'
import { ASSIGN_MAX, assignEnquiries } from '../../../../contract/desk/enquiry-assign.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount, formatNumber } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { staffIdOf, useSession } from '../../../lib/session.ts'
import { SelectedRows } from '../../../ui/selected-rows.tsx'
import { FormBody, useDialogForm } from '../../../ui/dialog-form.tsx'
import type { LeftRow } from '../../../ui/left-alone.tsx'
import { ManyDialog } from '../../../ui/many-dialog.tsx'
import { ownersOptions, refreshEnquiries } from './enquiry-queries.ts'
import { langOf } from './enquiry-words.tsx'

const NOBODY = 'nobody'

/** Who may have them, oneself first; each colleague with what they have already. */
function useChoices() {
  const session = useSession()
  const myId = session && staffIdOf(session)
  const { data } = useQuery(ownersOptions())
  const others = data?.owners.filter(({ staffId }) => staffId !== myId) ?? []
  return {
    nameOf: (ownerId: number | null): string =>
      ownerId === null
        ? 'nobody’s now'
        : ownerId === myId
          ? 'yours'
          : `${others.find(({ staffId }) => staffId === ownerId)?.name ?? 'the colleague'}’s`,
    data: [
      { value: '', label: 'Choose who gets them' },
      { value: String(myId), label: 'Me' },
      { value: NOBODY, label: 'Nobody' },
      ...others.map(({ staffId, name, open }) => ({
        value: String(staffId),
        label: `${name}, ${formatNumber(open)} open`,
      })),
    ],
  }
}

function AssignForm({
  rows,
  onDone,
  onClose,
}: {
  rows: readonly EnquiryRow[]
  onDone: (left: readonly LeftRow[]) => void
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const choices = useChoices()
  const [owner, setOwner] = useState('')
  const ownerId = owner === NOBODY ? null : Number(owner)
  const form = useDialogForm(
    assignEnquiries,
    { enquiryIds: rows.map(({ enquiryId }) => enquiryId), ownerId },
    owner === '' ? { ownerId: 'Choose who gets them.' } : {},
  )
  const submit = (): void =>
    void form.send(async (body) => {
      try {
        const { done, left } = await call(assignEnquiries, { body })
        if (done.length > 0) {
          const are = formatAmount(done.length, 'enquiry is', 'enquiries are')
          notifyDone(`${are} ${choices.nameOf(body.ownerId)}.`)
        }
        onDone(left)
      } finally {
        void refreshEnquiries(client)
      }
    })
  return (
    <FormBody
      submit={`Assign ${formatAmount(rows.length, 'enquiry', 'enquiries')}`}
      busy={form.busy}
      failure={form.failure}
      kept="What you chose is kept."
      onSubmit={submit}
      onClose={onClose}
    >
      <NativeSelect
        label="Give them to"
        description="A colleague is told of each; an open one is then in progress."
        data-autofocus
        data={choices.data}
        value={owner}
        onChange={(event) => setOwner(event.currentTarget.value)}
        {...form.field('ownerId')}
      />
      <SelectedRows
        rows={rows.map(({ enquiryId, number, subject, memberName, ownerName }) => ({
          id: enquiryId,
          title: <span lang={langOf(subject)}>{subject}</span>,
          about: `${number} · ${memberName} · ${ownerName ? `now ${ownerName}’s` : 'nobody has it'}`,
        }))}
      />
    </FormBody>
  )
}

/** Gives all that are chosen to one: to a colleague, to oneself or to nobody. */
export function AssignMany({
  rows,
  onDone,
}: {
  rows: readonly EnquiryRow[]
  onDone: () => void
}): ReactElement {
  const [opened, setOpened] = useState(false)
  const tooMany = rows.length > ASSIGN_MAX
  return (
    <>
      {tooMany && <span>{`At most ${ASSIGN_MAX} at once`}</span>}
      <Button
        size="xs"
        disabled={tooMany}
        leftSection={<IconUserShare size={15} stroke={1.8} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {`Assign ${formatNumber(rows.length)} selected`}
      </Button>
      <ManyDialog
        about={rows}
        title="Assign"
        opened={opened}
        onDone={() => {
          setOpened(false)
          onDone()
        }}
        onClose={() => setOpened(false)}
      >
        {(kept, ending) => <AssignForm rows={kept} {...ending} />}
      </ManyDialog>
    </>
  )
}
