// The demo on a server of its own: for what would be in the way of other tests, such as a rule that binds all.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import type { RuleKey } from '../contract/platform/rule-definitions.ts'
import { approveRuleChange, proposeRuleChange } from '../contract/platform/rules.ts'
import { login } from '../contract/platform/session.ts'
import { freePort } from '../server/test/launch.ts'
import { emailOf, newSession, PASSWORD, store, type RoleName } from './sign-in.ts'

export type OwnDemo = {
  /** Has a rule changed by two people: one proposes, another approves. */
  setRule(rule: RuleKey, value: number): Promise<void>
  /** A page of a browser of its own, signed in as a role. */
  pageOf(browser: Browser, role: RoleName, address: string): Promise<Page>
  stop(): Promise<void>
}

export async function startOwnDemo(): Promise<OwnDemo> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const server = spawn(process.execPath, [path.join(import.meta.dirname, 'server.ts')], {
    stdio: 'ignore',
    env: { ...process.env, E2E_PORT: String(port) },
  })
  const ended = once(server, 'exit')
  let isOver = false
  void ended.then(() => (isOver = true))
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (isOver) throw new Error('The demo of its own did not start.')
    await pause(200)
  }
  return {
    setRule: (rule, value) => changeRule(sendTo(origin), rule, value),
    async pageOf(browser, role, address) {
      const page = await (await browser.newContext({ baseURL: origin })).newPage()
      await store(page, await newSession(page.request, role))
      await page.goto(address)
      return page
    },
    async stop() {
      server.kill('SIGTERM')
      await ended
    },
  }
}

type Send = (address: string, data: object, token?: string) => Promise<Record<string, string>>

const sendTo =
  (origin: string): Send =>
  async (address, data, token) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) }
    const body = JSON.stringify(data)
    const answer = await fetch(`${origin}${address}`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json() as Promise<Record<string, string>>
  }

async function changeRule(send: Send, rule: RuleKey, value: number): Promise<void> {
  const tokenOf = async (role: RoleName) =>
    (await send(login.path, { email: emailOf(role), password: PASSWORD })).token
  const proposal = proposeRuleChange.path.replace(':rule', rule)
  const change = { value, reason: 'For the test' }
  const { changeId = '' } = await send(proposal, change, await tokenOf('admin'))
  const approval = approveRuleChange.path.replace(':changeId', changeId)
  await send(approval, {}, await tokenOf('almond team'))
}
