import { vi } from 'vitest'
import { demoOutbox } from '../../../../contract/people/members.ts'
import { login, resetPassword } from '../../../../contract/platform/session.ts'
import * as changes from '../../../../contract/people/staff-changes.ts'
import type { TestServer } from '../../../test/server.ts'

export type Signed = { staffId: number; token: string }
export const PASSWORD = 'correct horse battery 9'

/** What was mailed to an address, the newest first. */
export async function mailsTo(server: TestServer, email: string): Promise<string[]> {
  const { body } = await server.call(demoOutbox, { query: { to: email } })
  return body.items.map(({ text }) => text)
}

const LINK = /\S+\/reset\/[\w-]+/

/** The newest one-time link that a mailbox got. */
export async function mailedLink(server: TestServer, email: string): Promise<string> {
  const look = async () => {
    const links = (await mailsTo(server, email)).flatMap((text) => LINK.exec(text) ?? [])
    const [newest] = links
    if (newest === undefined) throw new Error(`No link came to ${email}.`)
    return newest
  }
  return vi.waitFor(look, { timeout: 20_000 })
}

export const setPasswordBy = async (server: TestServer, link: string): Promise<number> => {
  const token = link.split('/reset/')[1]
  const body = { token, password: PASSWORD, confirmPassword: PASSWORD }
  return (await server.call(resetPassword, { body })).status
}

export const signIn = (server: TestServer, email: string) =>
  server.call(login, { body: { email, password: PASSWORD } })

/** Sets a password with the link in the mailbox, and signs in. */
export async function joinByMail(server: TestServer, email: string): Promise<Signed> {
  await setPasswordBy(server, await mailedLink(server, email))
  const { status, body } = await signIn(server, email)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { token: body.token, staffId: body.data.staffId }
}

export const approveStaff = (server: TestServer, { token }: Signed, changeId: string) =>
  server.call(changes.approveStaffChange, { token, params: { changeId }, body: {} })

export const rejectStaff = (server: TestServer, { token }: Signed, changeId: string) =>
  server.call(changes.rejectStaffChange, {
    token,
    params: { changeId },
    body: { note: 'Not asked for' },
  })

/** Lets the account's first days pass. */
export async function growOld({ db }: TestServer, staffId: number, days: number): Promise<void> {
  const created_at = new Date(Date.now() - days * 86_400_000)
  await db.updateTable('staff').set({ created_at }).where('staff_id', '=', staffId).execute()
}
