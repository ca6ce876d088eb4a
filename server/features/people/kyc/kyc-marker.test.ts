import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../../contract/people/kyc.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import {
  bodyOf,
  decided,
  newMember,
  numbers,
  open,
  send,
  type Person,
  type Reviewer,
} from './test-support.ts'

const FIELDS = ['pan', 'aadhaar', 'gstin', 'bank', 'upi', 'selfie'] as const
const own = numbers()
const lines: string[] = []
let server: TestServer
let reviewer: Reviewer
let member: Person

/** Everything that happens to a KYC, the mistakes and the accidents included. */
beforeAll(async () => {
  server = await testServer(
    { LOG_LEVEL: 'debug' },
    { logTo: { write: (line) => void lines.push(line) } },
  )
  reviewer = await server.staff('cs')
  member = await newMember(server)
  await breakdown()
  await mistakes()
  const body = await bodyOf(server, member, FIELDS, own)
  await send(server, member, { ...body, idempotencyKey: `mine-${own.pan}-${own.account}` })
  await decided(server, reviewer, member, { refused: ['pan', 'gstin', 'bank', 'aadhaar'] })
  const again = ['pan', 'gstin', 'bank', 'aadhaar'] as const
  await send(server, member, await bodyOf(server, member, again, own))
  await reveals()
  await decided(server, reviewer, member)
})
afterAll(() => server.stop())

/** The database fails in the middle: what it says of the row goes into the log. */
async function breakdown() {
  const { pool } = server.context
  await pool.query(
    `alter table kyc_field add constraint never check (mask = 'x' and state <> 'pending')`,
  )
  const body = await bodyOf(server, member, FIELDS, own)
  expect((await send(server, member, body)).status).toBe(500)
  await pool.query('alter table kyc_field drop constraint never')
}

async function mistakes() {
  const body = await bodyOf(server, member, FIELDS, own)
  const wrong = `${own.aadhaar.slice(0, -1)}${(Number(own.aadhaar.at(-1)) + 1) % 10}`
  const reference = '1234'
  for (const change of [
    { aadhaar: { number: wrong, reference } },
    { aadhaar: { number: own.aadhaar, reference } },
    { bank: { account: own.account, ifsc: own.pan, name: own.aadhaar, documentId: own.account } },
    { pan: { number: own.pan, name: `PAN of ${own.aadhaar}`, documentId: own.pan } },
    { gstin: { number: `${own.gstin}1` } },
    { [own.pan]: own.aadhaar },
  ]) {
    const answer = await send(server, member, { ...body, selfie: undefined, ...change })
    expect(answer.status).toBe(400)
    for (const secret of secrets) expect(JSON.stringify(answer.body)).not.toContain(secret)
  }
}

async function reveals() {
  const detail = await open(server, reviewer, member)
  for (const { field } of detail.body.fields) {
    for (const reason of ['To look at it', `Is it ${own.pan}?`, `Is it ${own.aadhaar}?`]) {
      await server.call(contract.revealKyc, {
        token: reviewer.token,
        params: { memberId: member.memberId },
        body: { field, reason },
      })
    }
  }
}

const secrets = [own.pan, own.account, own.aadhaar, own.aadhaar.slice(0, 8), own.gstin, own.upi]

/** Every row of every table as text, the tables of the job queue as well. */
async function dump(): Promise<Map<string, string>> {
  const { rows } = await server.context.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const tables = new Map<string, string>()
  for (const { name } of rows) {
    const found = await server.context.pool.query<{ row: string }>(
      `select t::text as row from ${name} as t`,
    )
    tables.set(name, found.rows.map(({ row }) => row).join('\n'))
  }
  return tables
}

/** A text and how it would stand in bytes. */
const forms = (text: string) => [text, Buffer.from(text).toString('hex')]

describe('a dump of the whole database', () => {
  test.each(secrets.map((secret, index) => [index, secret] as const))(
    'does not hold secret %i',
    async (_, secret) => {
      for (const [table, text] of await dump()) {
        for (const form of forms(secret)) {
          expect(text.toLowerCase().includes(form.toLowerCase()), table).toBe(false)
        }
      }
    },
  )

  test('holds the masks, so that the search finds what is there', async () => {
    const tables = await dump()
    expect(tables.get('public.kyc_field')).toContain(`${own.pan.slice(0, 5)}****K`)
    expect(tables.get('public.audit')).toContain('kyc.revealed')
    expect(tables.get('public.kyc_event')?.split('\n').length).toBeGreaterThan(15)
  })
})

test('no line of the log holds a secret', () => {
  const all = lines.join('')
  for (const secret of secrets) for (const form of forms(secret)) expect(all).not.toContain(form)
  expect(all).toContain('"route":"/api/member/kyc"')
  expect(all).toContain('"msg":"request failed"')
  expect(all).toContain('violates check constraint')
})
