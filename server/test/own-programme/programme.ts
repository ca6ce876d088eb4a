import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { vi } from 'vitest'
import { openMemberSession, requestOtp } from '../../../contract/people/members.ts'
import { login, resetPassword } from '../../../contract/platform/session.ts'
import { emptyServer } from '../../features/people/setup/test-support.ts'
import { startSimulator, type Simulator } from '../payout-simulator.ts'
import type { Answer, TestServer } from '../server.ts'

export type Signed = { token: string; staffId: number }
export type Member = { token: string; memberId: number; mobile: string; code: string }
export type Programme = {
  server: TestServer
  messages: MessageReceiver
  simulator: Simulator
  close(): Promise<void>
}

/**
 * An empty programme as an operator runs it: messages go to a receiver, and payments by HTTP to
 * the payout simulator in place of RazorpayX.
 */
export async function openProgramme(): Promise<Programme> {
  const messages = await receiveMessages()
  const simulator = await startSimulator()
  const usual = { LOG_LEVEL: 'silent', PAYOUT_POLL_SECONDS: '1' }
  const settings = {
    ...usual,
    SMS_WEBHOOK_URL: messages.url,
    EMAIL_WEBHOOK_URL: messages.url,
    ...simulator.settings,
  }
  const server = await emptyServer(settings)
  const close = async (): Promise<void> => {
    await server.stop()
    await simulator.stop()
    messages.close()
  }
  return { server, messages, simulator, close }
}

type MessageReceiver = {
  url: string
  /** Messages to a mobile or an e-mail, the oldest first. */
  to(address: string): string[]
  close(): void
}

async function receiveMessages(): Promise<MessageReceiver> {
  const sent: { to: string; text: string }[] = []
  const http = createServer((request, response) => {
    void text(request).then((body) => {
      sent.push(JSON.parse(body))
      response.writeHead(200).end()
    })
  })
  await once(http.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/`,
    to: (address) => sent.filter(({ to }) => to === address).map(({ text: words }) => words),
    close: () => http.close(),
  }
}

/** What a call answered, which must be a success. */
export async function ok<T>(call: Promise<Answer<T>>): Promise<T> {
  const { status, body } = await call
  if (status !== 200) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Asks again until it is as it should be, for what a job or the provider does meanwhile. */
export async function until<T>(read: () => Promise<T>, is: (value: T) => boolean): Promise<T> {
  return vi.waitFor(
    async () => {
      const value = await read()
      if (!is(value)) throw new Error(`It stays ${JSON.stringify(value)}.`)
      return value
    },
    { timeout: 60_000, interval: 50 },
  )
}

/** Sets a password with a one-time link, and signs in with it. */
export async function joinByLink(
  { server }: Programme,
  { link, email }: { link: string; email: string },
): Promise<Signed> {
  const password = 'quiet yellow mountain 61'
  const token = link.split('/reset/')[1]
  await ok(server.call(resetPassword, { body: { token, password, confirmPassword: password } }))
  const session = await ok(server.call(login, { body: { email, password } }))
  return { token: session.token, staffId: session.data.staffId }
}

/** The first sign-in of a member whom staff enrolled: with the password of the SMS, and consent. */
export async function signInMember(
  { server, messages: received }: Programme,
  mobile: string,
): Promise<Member> {
  const before = received.to(mobile).length
  const { requestId } = await ok(server.call(requestOtp, { body: { mobile } }))
  const messages = await until(
    async () => received.to(mobile),
    ({ length }) => length > before,
  )
  const otp = /\d{6}/.exec(messages.at(-1) ?? '')?.[0]
  const body = { mobile, otp, requestId, consent: true }
  const { token, member } = await ok(server.call(openMemberSession, { body }))
  return { token, memberId: member.memberId, mobile, code: member.code }
}
