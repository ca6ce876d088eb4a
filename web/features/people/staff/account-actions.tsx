import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { resetTwoFactor } from '../../../../contract/platform/my-account.ts'
import {
  disableStaff,
  enableStaff,
  endStaffSessions,
  relinkStaff,
  type StaffDetail,
} from '../../../../contract/people/staff.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { staffIdOf, useRole, useSession } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useKept } from '../../../ui/use-kept.ts'
import type { StaffChangeDone } from '../../../../contract/people/staff-changes.ts'
import { EditDialog, mayChange } from './account-form.tsx'
import { keepAccount } from './account-queries.ts'
import { ServerLinkDialog } from './server-link-dialog.tsx'
import { afterChange } from './staff-change-queries.ts'
import { WaitingChanges } from './waiting-changes.tsx'
import classes from './staff.module.css'

type Act = 'relink' | 'signOut' | 'resetTwoFactor' | 'disable' | 'enable'
type Words = { label: string; title: string; what: string; submit: string; danger?: boolean }

const wordsOf = (act: Act, name: string): Words =>
  ({
    relink: {
      label: 'New link',
      title: `New link for ${name}`,
      what: 'A second person approves it. Then the old password, older links and every session end, and the mailbox gets a link for a new password.',
      submit: 'Propose a new link',
    },
    signOut: {
      label: 'Sign out',
      title: `Sign ${name} out`,
      what: 'Every session of the account ends at once. The password stays.',
      submit: 'Sign out everywhere',
    },
    resetTwoFactor: {
      label: 'Reset two-factor',
      title: `Reset the two-factor sign-in of ${name}`,
      what: 'For somebody who lost the phone. A second person approves it; then every session ends, and signing in asks for the password only until it is set up again.',
      submit: 'Propose the reset',
      danger: true,
    },
    disable: {
      label: 'Disable',
      title: `Disable ${name}`,
      what: 'Every session ends at once and the account cannot sign in. What the person did stays on record.',
      submit: 'Disable',
      danger: true,
    },
    enable: {
      label: 'Enable',
      title: `Enable ${name}`,
      what: 'A second person approves it. Then the account can sign in again with the password it had.',
      submit: 'Propose it',
    },
  })[act]

/** What can be done to a person of this status; nobody locks themselves out. */
function actsOf(person: StaffDetail, own: boolean): Act[] {
  if (person.disabledAt !== null) return ['enable']
  if (own) return ['signOut']
  return ['relink', 'signOut', ...(person.twoFactor ? ['resetTwoFactor' as const] : []), 'disable']
}

export function AccountActions({
  person,
  onDialog,
}: {
  person: StaffDetail
  onDialog: (opened: boolean) => void
}): ReactElement | null {
  const role = useRole()
  const session = useSession()
  const client = useQueryClient()
  const [open, setOpen] = useState<Act | 'edit' | 'server' | null>(null)
  const version = useKept(person.version, open !== 'edit')
  const own = session !== null && staffIdOf(session) === person.staffId
  const turn = (to: typeof open): void => {
    setOpen(to)
    onDialog(to !== null)
  }
  const { staffId, name, email, waiting } = person
  const input = (reason: string) => ({ params: { staffId }, body: { reason } })
  const done = (changed: StaffDetail, words: string): void => {
    keepAccount(client, changed)
    notifyDone(words)
    turn(null)
  }
  const propose = async (proposed: Promise<StaffChangeDone>): Promise<void> => {
    const answer = await proposed
    turn(null)
    afterChange(client, answer, () => turn('server'))
  }
  const send: Record<Act, (reason: string) => Promise<void>> = {
    relink: (reason) => propose(call(relinkStaff, input(reason))),
    signOut: async (reason) =>
      done(await call(endStaffSessions, input(reason)), `${name} is signed out everywhere.`),
    resetTwoFactor: (reason) => propose(call(resetTwoFactor, input(reason))),
    disable: async (reason) =>
      done(await call(disableStaff, input(reason)), `The account of ${name} is disabled.`),
    enable: (reason) => propose(call(enableStaff, input(reason))),
  }
  if (!mayChange(role, person.role)) {
    return person.role === 'admin' ? (
      <Text c="dimmed">Only an admin changes the account of an admin.</Text>
    ) : null
  }
  const acts = actsOf(person, own)
  return (
    <>
      <div className={classes.buttons}>
        <Button size="xs" variant="default" onClick={() => turn('edit')}>
          Change
        </Button>
        {acts.map((act) => (
          <Button key={act} size="xs" variant="default" onClick={() => turn(act)}>
            {wordsOf(act, name).label}
          </Button>
        ))}
      </div>
      <WaitingChanges changes={waiting ? [waiting] : []} onServer={() => turn('server')} />
      <EditDialog
        key={version}
        person={person}
        own={own}
        opened={open === 'edit'}
        onClose={() => turn(null)}
      />
      {acts.map((act) => {
        const { label: _label, ...words } = wordsOf(act, name)
        return (
          <ConfirmDialog
            key={act}
            {...words}
            opened={open === act}
            onConfirm={send[act]}
            onClose={() => turn(null)}
          />
        )
      })}
      <ServerLinkDialog email={open === 'server' ? email : null} onClose={() => turn(null)} />
    </>
  )
}
