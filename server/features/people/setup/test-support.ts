import { generate } from 'otplib'
import * as contract from '../../../../contract/people/setup.ts'
import { testServer, type Answer, type TestServer } from '../../../test/server.ts'
import { issueSetupLink } from './link.service.ts'

export const PROGRAMME = {
  name: 'Shakti Rewards',
  colour: '#1f5eb8',
  supportPhone: '1800 123 4567',
  supportEmail: 'help@shakti.example',
  languages: ['hi', 'en'],
}
export const ADMIN = {
  name: 'Asha Rao',
  email: 'asha@shakti.example',
  password: 'correct horse battery 9',
  confirmPassword: 'correct horse battery 9',
}

/** A server of a programme of one's own, with nothing in it. */
export const emptyServer = (settings: Record<string, string> = {}): Promise<TestServer> =>
  testServer({ DEMO: 'no', LOG_LEVEL: 'error', ...settings })

export async function newLink(server: TestServer): Promise<string> {
  const link = await issueSetupLink(server.context)
  if (!link) throw new Error('There is an administrator already.')
  return link.split('/setup/')[1] ?? ''
}

type Cookies = { headers: { cookie: string } }
const cookiesOf = (answer: Answer<unknown>): Cookies => ({
  headers: {
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  },
})

/** Opens the link in a new browser, whose cookies the further calls carry. */
export async function opened(server: TestServer, token: string) {
  const answer = await server.call(contract.openSetup, { body: { token } })
  return { answer, browser: cookiesOf(answer) }
}

/** The guide up to the first code. */
export async function prepared(server: TestServer, token: string) {
  const { browser } = await opened(server, token)
  await server.call(contract.setupProgramme, { ...browser, body: { token, ...PROGRAMME } })
  const { status, body } = await server.call(contract.setupAdmin, {
    ...browser,
    body: { token, ...ADMIN },
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  const secret = body.twoFactor?.secret ?? ''
  return { browser, secret, code: await generate({ secret }) }
}

/** The whole guide: gives the token of the administrator's session. */
export async function setUp(server: TestServer): Promise<string> {
  const token = await newLink(server)
  const { browser, code } = await prepared(server, token)
  const { body } = await server.call(contract.finishSetup, { ...browser, body: { token, code } })
  return body.session.token
}
