import {
  OUTCOME_NAMES,
  decideDispute,
  proposeDispute,
  type DisputeDetail,
  type DisputeOutcome,
} from '../../../../contract/desk/disputes.ts'
import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { disputeOptions, keepDispute } from './dispute-queries.ts'
import { outcomeWords } from './dispute-words.tsx'

type Props = {
  dispute: DisputeDetail
  outcome: DisputeOutcome
  opened: boolean
  onClose: () => void
}

const STAYS = 'It stays in the record, with your name. Leave out names and numbers of the members.'

/** Does it; where somebody else was quicker, what stands there now is shown behind. */
function useAct(enquiryId: string, onClose: () => void) {
  const client = useQueryClient()
  return async (act: () => Promise<DisputeDetail>, done: string): Promise<void> => {
    try {
      keepDispute(client, await act())
      notifyDone(done)
      onClose()
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 409) {
        void client.invalidateQueries({ queryKey: disputeOptions(enquiryId).queryKey })
      }
      throw failure
    }
  }
}

/** Proposes an outcome, with the reason; another person decides. */
export function ProposeDialog({ dispute, outcome, opened, onClose }: Props): ReactElement {
  const { enquiryId, number, proposal } = dispute
  const [reason, setReason] = useState('')
  const form = useDialogForm(proposeDispute, { outcome, reason })
  const act = useAct(enquiryId, onClose)
  const what = [
    outcomeWords(outcome, dispute),
    'Another person decides; until then nothing moves.',
    proposal && `It takes the place of what ${proposal.by} proposed.`,
  ]
  return (
    <DialogForm
      opened={opened}
      title={`Propose: ${OUTCOME_NAMES[outcome].toLowerCase()}`}
      what={what.filter(Boolean).join(' ')}
      submit="Propose"
      busy={form.busy}
      failure={form.failure}
      onSubmit={() =>
        void form.send((body) =>
          act(
            () => call(proposeDispute, { params: { enquiryId }, body }),
            `Your proposal for ${number} waits for another person.`,
          ),
        )
      }
      onClose={onClose}
    >
      <Textarea
        label="Reason"
        description={STAYS}
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        value={reason}
        {...form.field('reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DialogForm>
  )
}

/** Agrees, and it is done; or sends the proposal back. */
export function DecideDialog({
  dispute,
  outcome,
  agree,
  opened,
  onClose,
}: Props & { agree: boolean }): ReactElement {
  const { enquiryId, number, proposal, claimant, first } = dispute
  const [note, setNote] = useState('')
  const form = useDialogForm(decideDispute, { agree, outcome, note })
  const act = useAct(enquiryId, onClose)
  const told =
    outcome === 'move'
      ? `Both are told by SMS, and ${number} is resolved.`
      : `${claimant.memberName} is told by SMS, and ${number} is resolved.`
  const done =
    outcome === 'move'
      ? `The coupon and its points are ${claimant.memberName}’s now.`
      : `The points stay with ${first.memberName}.`
  return (
    <DialogForm
      opened={opened}
      title={agree ? OUTCOME_NAMES[outcome] : 'Send the proposal back'}
      what={
        agree
          ? `${outcomeWords(outcome, dispute)} ${told}`
          : `What ${proposal?.by ?? 'somebody'} proposed is taken off. Nothing moves, and the dispute is open again.`
      }
      submit={agree ? OUTCOME_NAMES[outcome] : 'Send it back'}
      danger={agree && outcome === 'move'}
      busy={form.busy}
      failure={form.failure}
      onSubmit={() =>
        void form.send((body) =>
          act(
            () => call(decideDispute, { params: { enquiryId }, body }),
            agree ? done : 'The proposal is sent back.',
          ),
        )
      }
      onClose={onClose}
    >
      <Textarea
        label="Note"
        description={STAYS}
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        value={note}
        {...form.field('note')}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
