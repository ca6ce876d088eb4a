import { Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import {
  approvePointsFile,
  rejectPointsFile,
  withdrawPointsFile,
  type PointsFile,
  type PointsFileState,
} from '../../../../contract/ledger/points-files.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount, formatMoment, formatNumber } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { staffIdOf, useRole, useSession } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Tag, type Tone } from '../../../ui/tag.tsx'
import classes from './points-file-card.module.css'
import { POINTS_FILES } from './points-file-queries.ts'

const STYLES: Record<PointsFileState, { label: string; tone: Tone }> = {
  collecting: { label: 'Being applied', tone: 'blue' },
  waiting: { label: 'Waiting', tone: 'yellow' },
  crediting: { label: 'Points are moving', tone: 'blue' },
  credited: { label: 'Done', tone: 'green' },
  rejected: { label: 'Rejected', tone: 'red' },
  withdrawn: { label: 'Withdrawn', tone: 'gray' },
}

type Act = 'approve' | 'reject' | 'withdraw'
const ACTS: Record<Act, { title: string; submit: string; done: string }> = {
  approve: {
    title: 'Approve the points of this file',
    submit: 'Approve',
    done: 'Approved. The points are moving.',
  },
  reject: {
    title: 'Reject the points of this file',
    submit: 'Reject',
    done: 'Rejected. No point has moved.',
  },
  withdraw: {
    title: 'Withdraw the points of this file',
    submit: 'Withdraw',
    done: 'Withdrawn. No point has moved.',
  },
}

/** "1,000 members get 25,000 opening points." */
export function pointsInWords({ cause, members, given, taken }: PointsFile): string {
  const who = formatAmount(members, 'member')
  if (cause === 'opening') {
    return `${formatAmount(given, 'opening point')} for ${who}`
  }
  const parts = [
    given > 0 && `${formatNumber(given)} given`,
    taken > 0 && `${formatNumber(taken)} taken`,
  ]
  return `${parts.filter(Boolean).join(', ')}: points of ${who}`
}

function whatHappens(act: Act, file: PointsFile): string {
  const words = pointsInWords(file)
  if (act === 'approve') return `${words}, at once. This cannot be undone.`
  return `${words}: none of them moves. The members of the file stay.`
}

/** The points that a file proposes as one total; whoever may, and had no hand in it, decides here. */
export function PointsFileCard({
  file,
  onDialog,
}: {
  file: PointsFile
  /** Told when the card's dialog opens and closes: what it stands over keeps still meanwhile. */
  onDialog?: (opened: boolean) => void
}): ReactElement {
  const client = useQueryClient()
  const [acting, setActing] = useState<Act | null>(null)
  const turn = (act: Act | null): void => {
    setActing(act)
    onDialog?.(act !== null)
  }
  const { pointsFileId, members, given, taken } = file
  const acts = useActs(file)
  const decide = async (act: Act, note: string): Promise<void> => {
    const params = { pointsFileId }
    if (act === 'reject') await call(rejectPointsFile, { params, body: { note } })
    else if (act === 'withdraw') await call(withdrawPointsFile, { params, body: { note } })
    else {
      const seen = { members, given, taken }
      await call(approvePointsFile, { params, body: { ...seen, note: note || undefined } })
    }
    await client.invalidateQueries({ queryKey: [POINTS_FILES] })
    notifyDone(ACTS[act].done)
    turn(null)
  }
  return (
    <article className={classes.card} aria-label={`Points of ${file.fileName}`}>
      <Group justify="space-between" wrap="nowrap" align="start">
        <b>{pointsInWords(file)}</b>
        <Tag tone={STYLES[file.state].tone}>{STYLES[file.state].label}</Tag>
      </Group>
      <p>{file.fileName}</p>
      <StatusText file={file} />
      {acts.mine && (
        <Text size="xs" c="dimmed">
          You had a hand in this file: somebody else must approve it.
        </Text>
      )}
      {acts.open.length > 0 && (
        <Group gap="xs" mt={4}>
          {acts.open.map((act) => (
            <Button
              key={act}
              size="xs"
              variant={act === 'approve' ? 'filled' : 'default'}
              onClick={() => turn(act)}
            >
              {ACTS[act].submit}
            </Button>
          ))}
        </Group>
      )}
      {acts.open.map((act) => (
        <ConfirmDialog
          key={act}
          opened={acting === act}
          title={ACTS[act].title}
          what={whatHappens(act, file)}
          submit={ACTS[act].submit}
          danger={act !== 'approve'}
          optional={act === 'approve'}
          onConfirm={(note) => decide(act, note)}
          onClose={() => turn(null)}
        />
      ))}
    </article>
  )
}

/** What this person may do about a file that waits. */
function useActs({ state, makerIds }: PointsFile): { mine: boolean; open: Act[] } {
  const role = useRole()
  const session = useSession()
  const waits = state === 'waiting'
  const me = session && staffIdOf(session)
  const made = me !== null && makerIds.includes(me)
  const decides = can(role, 'points.adjust.approve')
  if (waits && made) {
    const takesBack = can(role, 'onboarding.apply')
    return { mine: true, open: takesBack ? ['withdraw'] : [] }
  }
  return { mine: false, open: waits && decides ? ['approve', 'reject'] : [] }
}

function StatusText({ file }: { file: PointsFile }): ReactElement {
  const { proposedBy, proposedAt, decidedBy, decidedAt, note, credited, members, short } = file
  const moved = file.state === 'crediting' || file.state === 'credited'
  return (
    <>
      <small>{`Sent by ${proposedBy}, proposed ${formatMoment(proposedAt)}`}</small>
      {decidedAt && (
        <small>
          {`Decided by ${decidedBy}, ${formatMoment(decidedAt)}`}
          {note && `: ${note}`}
        </small>
      )}
      {moved && (
        <small>
          {`${formatNumber(credited)} of ${formatAmount(members, 'member')} done`}
          {short > 0 &&
            `; ${formatAmount(short, 'member')} had too few points, so nothing was taken`}
        </small>
      )}
    </>
  )
}
