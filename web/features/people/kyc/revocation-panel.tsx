import { Alert, Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  approveRevocation,
  proposeRevocation,
  rejectRevocation,
  withdrawRevocation,
} from '../../../../contract/people/kyc-revocation.ts'
import type { KycDetail } from '../../../../contract/people/kyc.ts'
import { can } from '../../../../contract/permissions.ts'
import { call } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { staffIdOf, useRole, useSession } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { keepKyc } from './kyc-queries.ts'

type Act = 'propose' | 'approve' | 'reject' | 'withdraw'
type ActWords = {
  label: string
  title: string
  what: (kyc: KycDetail) => string
  done: string
  danger?: boolean
  optional?: boolean
  send: (kyc: KycDetail, note: string) => Promise<KycDetail>
}

const ACTS: Record<Act, ActWords> = {
  propose: {
    label: 'Revoke…',
    title: 'Propose to revoke this KYC',
    what: ({ memberName }) =>
      `Another person decides. If they agree, nothing more is paid to ${memberName} and everything must be sent again.`,
    done: 'The proposal waits for another person.',
    danger: true,
    send: ({ memberId, version }, reason) =>
      call(proposeRevocation, { params: { memberId }, body: { version, reason } }),
  },
  approve: {
    label: 'Revoke the KYC',
    title: 'Revoke this KYC',
    what: ({ memberName }) =>
      `Nothing more is paid to ${memberName} from now on. They are told, and must send everything again.`,
    done: 'The KYC is revoked.',
    danger: true,
    optional: true,
    send: ({ memberId }, note) =>
      call(approveRevocation, { params: { memberId }, body: { note: note || undefined } }),
  },
  reject: {
    label: 'Keep it approved',
    title: 'Keep this KYC approved',
    what: () => 'The proposal is refused, and the KYC stays as it is.',
    done: 'The KYC stays approved.',
    send: ({ memberId }, note) => call(rejectRevocation, { params: { memberId }, body: { note } }),
  },
  withdraw: {
    label: 'Withdraw the proposal',
    title: 'Withdraw your proposal',
    what: () => 'The KYC stays approved.',
    done: 'Your proposal is withdrawn.',
    optional: true,
    send: ({ memberId }, note) =>
      call(withdrawRevocation, { params: { memberId }, body: { note: note || undefined } }),
  },
}

/** Which acts a reviewer has: on their own proposal only to withdraw it. */
function actsOf({ kycState, revocation }: KycDetail, me: number | null): Act[] {
  if (revocation) return revocation.byId === me ? ['withdraw'] : ['approve', 'reject']
  return kycState === 'approved' ? ['propose'] : []
}

/** Revokes an approved KYC, by two people: one proposes it, another decides. */
export function RevocationPanel({
  kyc,
  onDialog,
}: {
  kyc: KycDetail
  /** Told when a dialog opens and closes: the drawer below keeps still meanwhile. */
  onDialog?: (opened: boolean) => void
}): ReactElement | null {
  const role = useRole()
  const session = useSession()
  const client = useQueryClient()
  const [shown, setShown] = useState<Act>('propose')
  const [opened, setOpened] = useState(false)
  const acts = can(role, 'kyc.decide') ? actsOf(kyc, session && staffIdOf(session)) : []
  const turn = (open: boolean): void => {
    setOpened(open)
    onDialog?.(open)
  }
  const { label, title, what, done, danger, optional, send } = ACTS[shown]
  const confirm = async (note: string): Promise<void> => {
    keepKyc(client, await send(kyc, note))
    await client.invalidateQueries({ queryKey: ['kyc', 'revocations'] })
    notifyDone(done)
    turn(false)
  }
  const buttons = acts.map((act) => (
    <Button
      key={act}
      size="xs"
      variant={act === 'approve' ? 'filled' : 'default'}
      color={act === 'approve' ? 'red' : undefined}
      onClick={() => {
        setShown(act)
        turn(true)
      }}
    >
      {ACTS[act].label}
    </Button>
  ))
  const { revocation } = kyc
  return (
    <>
      {revocation && (
        <Alert
          color="yellow"
          icon={<IconAlertTriangle size={18} />}
          title={`${revocation.by} proposed to revoke this KYC, ${formatMoment(revocation.at)}`}
        >
          {revocation.reason}
          {buttons.length > 0 && (
            <Group gap="xs" mt="xs">
              {buttons}
            </Group>
          )}
        </Alert>
      )}
      {!revocation && buttons.length > 0 && <Group>{buttons}</Group>}
      <ConfirmDialog
        opened={opened}
        title={title}
        what={what(kyc)}
        submit={label.replace('…', '')}
        danger={danger}
        optional={optional}
        onConfirm={confirm}
        onClose={() => turn(false)}
      />
    </>
  )
}
