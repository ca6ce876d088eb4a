import { Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import {
  approveMemberChange,
  rejectMemberChange,
  type MemberChange,
} from '../../../../contract/desk/member-changes.ts'
import { call } from '../../../lib/api.ts'
import { formatMoment, formatWord } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { staffIdOf, useRole, useSession } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import classes from './adjustment-card.module.css'
import { refreshMember } from './user-queries.ts'

const ACTS = ['approve', 'reject'] as const
type Act = (typeof ACTS)[number]
type Named = MemberChange['now']

const spelled = ({ name, latinName }: Named): string =>
  latinName === null ? name : `${name} (${latinName})`

/** What would change, in words. */
function changeInWords({ now, wanted }: MemberChange): string {
  const parts = [
    spelled(now) !== spelled(wanted) && `${spelled(now)} → ${spelled(wanted)}`,
    now.kind !== wanted.kind && `${formatWord(now.kind)} → ${formatWord(wanted.kind)}`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** A new name or type that waits; whoever may, and did not propose it, decides here. */
export function MemberChangeCard({
  change,
  onDialog,
}: {
  change: MemberChange
  onDialog: (opened: boolean) => void
}): ReactElement {
  const role = useRole()
  const session = useSession()
  const client = useQueryClient()
  const [acting, setActing] = useState<Act | null>(null)
  const turn = (act: Act | null): void => {
    setActing(act)
    onDialog(act !== null)
  }
  const { changeId, memberId, memberCode } = change
  const mine = session !== null && staffIdOf(session) === change.proposedById
  const decides = can(role, 'member.edit.approve')
  const decide = async (act: Act, note: string): Promise<void> => {
    const params = { changeId }
    if (act === 'reject') await call(rejectMemberChange, { params, body: { note } })
    else await call(approveMemberChange, { params, body: { note: note || undefined } })
    await refreshMember(client, memberId)
    await client.invalidateQueries({ queryKey: ['users'] })
    notifyDone(act === 'reject' ? 'The change is rejected.' : 'The member is changed.')
    turn(null)
  }
  return (
    <article className={classes.card} aria-label={`Change of member ${memberCode}`}>
      <b>{`${memberCode}: ${changeInWords(change)}`}</b>
      <p>{change.reason}</p>
      <small>{`Proposed by ${change.proposedBy}, ${formatMoment(change.proposedAt)}`}</small>
      {decides && mine && (
        <Text size="xs" c="dimmed">
          You proposed it: somebody else must decide.
        </Text>
      )}
      {decides && !mine && (
        <Group gap="xs" mt={4}>
          <Button size="xs" onClick={() => turn('approve')}>
            Approve
          </Button>
          <Button size="xs" variant="default" onClick={() => turn('reject')}>
            Reject
          </Button>
        </Group>
      )}
      {ACTS.map((act) => (
        <ConfirmDialog
          key={act}
          opened={acting === act}
          title={act === 'reject' ? 'Reject the change' : 'Approve the change'}
          what={
            act === 'reject'
              ? `Member ${memberCode} stays as now.`
              : `Member ${memberCode} is changed at once: ${changeInWords(change)}. KYC stays as it was decided.`
          }
          submit={act === 'reject' ? 'Reject' : 'Approve'}
          danger={act === 'reject'}
          optional={act === 'approve'}
          onConfirm={(note) => decide(act, note)}
          onClose={() => turn(null)}
        />
      ))}
    </article>
  )
}
