import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { requestOtp, requestRegistrationOtp } from '../../../../contract/people/members.ts'
import * as contract from '../../../../contract/platform/message-templates.ts'
import { getCompany, saveCompany } from '../../../../contract/platform/programme.ts'
import { forgotPassword } from '../../../../contract/platform/session.ts'
import { addStaff } from '../../../../contract/people/staff.ts'
import { verifyAudit } from '../audit/audit.service.ts'
import { transaction } from '../../../db/database.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { brokenInvariants } from '../../desk/users/test-support.ts'
import { message } from './message.ts'
import { sendMessage } from './send.service.ts'
import type { MessageChannel, OutgoingMessage } from './channel.ts'
import { approveText, lastTo, proposeText, rowOf, type Person } from './test-support.ts'

let server: TestServer
let maker: Person
let checker: Person

beforeAll(async () => {
  server = await testServer({ MESSAGE_LINK_HOSTS: 'shop.example' })
  maker = await server.staff('admin')
  checker = await server.staff('almond team')
})
afterEach(async () => {
  const broken = await brokenInvariants(server)
  if (broken.length > 0) throw new Error(`Broken: ${broken.join(', ')}`)
})
afterAll(() => server.stop())

const emailOf = async ({ staffId }: Person) => {
  const row = await server.db
    .selectFrom('staff')
    .select('email')
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
  return row.email
}
const askOtp = (mobile: string) => server.call(requestOtp, { body: { mobile } })
const withdraw = ({ token }: Person, changeId: string) =>
  server.call(contract.withdrawTemplate, { token, params: { changeId } })
const reject = ({ token }: Person, changeId: string) =>
  server.call(contract.rejectTemplate, { token, params: { changeId }, body: { note: 'Not now' } })

/** Kept instead of sent. */
function keeper() {
  const sent: OutgoingMessage[] = []
  const channel: MessageChannel = { send: async (_to, told) => void sent.push(told) }
  const { db, channels } = server.context
  return { sent, context: { db, channels: { ...channels, sms: channel, email: channel } } }
}

describe('a text that carries a code', () => {
  test('is proposed by one, approved by another, and the next message carries it', async () => {
    const { mobile } = await server.member()
    await askOtp(mobile)
    expect((await lastTo(server, mobile))?.body).toMatch(/^\d{6} is your one-time password/)
    const body = 'Use {code} within {minutes} minutes to open {programme}.'
    const proposed = await proposeText(server, maker, { occasion: 'sign_in_otp', body })
    expect(proposed).toMatchObject({ status: 200, body: { state: 'proposed', needsTwo: true } })
    const { changeId } = proposed.body
    await askOtp(mobile)
    expect((await lastTo(server, mobile))?.body, 'not before').toMatch(/^\d{6} is your/)
    const own = await approveText(server, maker, changeId)
    expect([own.status, Object(own.body).message]).toEqual([
      409,
      'You proposed this text: somebody else must decide it.',
    ])
    const again = await proposeText(server, checker, {
      occasion: 'sign_in_otp',
      body: `${body} Now.`,
    })
    expect(again.status).toBe(409)
    expect((await approveText(server, checker, changeId)).body.state).toBe('approved')
    await askOtp(mobile)
    expect((await lastTo(server, mobile))?.body).toMatch(
      /^Use \d{6} within 5 minutes to open HIL\.$/,
    )
    expect(await rowOf(server, maker, 'sign_in_otp')).toMatchObject({
      body,
      setBy: { changeId, decidedBy: { staffId: checker.staffId } },
      proposal: null,
      passedOver: null,
    })
    expect((await approveText(server, checker, changeId)).status).toBe(409)
  })

  test('is withdrawn by who proposed it and rejected by another; the history keeps both', async () => {
    const wanted = { occasion: 'join_otp', body: '{code} for {programme}' } as const
    const first = await proposeText(server, maker, wanted)
    expect((await withdraw(checker, first.body.changeId)).status).toBe(409)
    expect((await withdraw(maker, first.body.changeId)).status).toBe(200)
    const second = await proposeText(server, maker, wanted)
    expect((await reject(maker, second.body.changeId)).status).toBe(409)
    expect((await reject(checker, second.body.changeId)).status).toBe(200)
    const params = { occasion: 'join_otp', language: 'en' }
    const { body } = await server.call(contract.templateHistory, { token: maker.token, params })
    expect(body.changes).toMatchObject([
      { state: 'rejected', note: 'Not now' },
      { state: 'withdrawn', note: null },
    ])
    expect((await rowOf(server, maker, 'join_otp')).setBy).toBeNull()
    const verdict = await transaction(server.db, (tx) => verifyAudit(tx, server.context.keys))
    expect(verdict.broken).toBeNull()
  })
})

test('any other text holds at once', async () => {
  const body = '{programme}: Your KYC is fine. More at https://shop.example/kyc'
  const { status, body: change } = await proposeText(server, maker, {
    occasion: 'kyc_approved',
    body,
  })
  expect([status, change.state, change.needsTwo]).toEqual([200, 'approved', false])
  const same = await proposeText(server, maker, { occasion: 'kyc_approved', body })
  expect([same.status, Object(same.body).fields]).toEqual([
    400,
    { body: 'This is the text already.' },
  ])
})

test.each([
  [
    { body: '{programme}: {points}' },
    'body',
    'There is no {points} on this occasion. There is {programme}.',
  ],
  [{ body: 'Your KYC is fine.' }, 'body', '{programme} is missing: name of the programme.'],
  [
    { body: '{programme}: see https://evil.example' },
    'body',
    /reads as a link to a host that is not allowed/,
  ],
  [{ body: `{programme} ${'a'.repeat(2000)}` }, 'body', /^This makes 14 SMS/],
  [{ body: '{programme}', subject: 'Hello' }, 'subject', 'An SMS has no subject.'],
  [{ body: '{programme}', dltTemplate: 'abc' }, 'dltTemplate', /is a number of 10 to 25 digits/],
])('%j is refused at its field', async (text, field, words) => {
  const { status, body } = await proposeText(server, maker, { occasion: 'kyc_revoked', ...text })
  expect(status).toBe(400)
  const told = Object(body).fields[field]
  if (typeof words === 'string') expect(told).toBe(words)
  else expect(told).toMatch(words)
})

test('who may not change the programme proposes nothing', async () => {
  const marketing = await server.staff('marketing')
  const { status } = await proposeText(server, marketing, {
    occasion: 'kyc_revoked',
    body: '{programme}',
  })
  expect(status).toBe(403)
})

// Every message carries the name, and one person changes it: a link in it would need no second person.
test('a programme is not named like a link', async () => {
  const { body: about } = await server.call(getCompany, { token: maker.token })
  const { logoUrl: _logo, ...company } = {
    ...about,
    colour: '#1f5eb8',
    name: 'Win at evil.example',
  }
  const { status, body } = await server.call(saveCompany, { token: maker.token, body: company })
  expect([status, Object(body).fields.name]).toEqual([
    400,
    'Every message carries the name, and this reads as a link. Write it without the dot.',
  ])
})

describe('a message', () => {
  test('is in the language of who gets it, one-time passwords too', async () => {
    const { memberId, mobile } = await server.member()
    await server.db
      .updateTable('member')
      .set({ language: 'hi' })
      .where('member_id', '=', memberId)
      .execute()
    await askOtp(mobile)
    expect((await lastTo(server, mobile))?.body).toMatch(
      /^\d{6} HIL ऐप के लिए आपका वन-टाइम पासवर्ड है।/,
    )
    await server.call(requestRegistrationOtp, { body: { mobile } })
    expect((await lastTo(server, mobile))?.body).toMatch(/^यह नंबर HIL ऐप में पहले से पंजीकृत है।/)
  })

  test('carries what the operators ask for; an unregistered text gives way to a registered one', async () => {
    const { sent, context } = keeper()
    const told = message('kyc_rejected', { note: 'See {programme} $&' })
    const recipient = { to: '9820012345', language: 'hi' } as const
    await sendMessage(context, recipient, told)
    expect(sent.pop()).toMatchObject({ language: 'hi', dlt: null, subject: null })
    await server.db
      .insertInto('programme')
      .values({
        name: 'Shakti',
        colour: '#1f5eb8',
        support_phone: null,
        support_email: null,
        languages: ['en'],
        legal_name: null,
        address: null,
        gstin: null,
        pan: null,
        tan: null,
        dlt_entity: '1101484310000016481',
        dlt_header: 'SHAKTI',
        changed_at: new Date(),
      })
      .execute()
    const dltTemplate = '1107161234567890123'
    const body = '{programme}: not accepted. {note}'
    await proposeText(server, maker, { occasion: 'kyc_rejected', body, dltTemplate })
    await sendMessage(context, recipient, told)
    expect(sent.pop()).toEqual({
      text: 'Shakti: not accepted. See {programme} $&',
      language: 'en',
      sender: 'Shakti',
      subject: null,
      dlt: { entity: '1101484310000016481', header: 'SHAKTI', template: dltTemplate },
    })
    expect((await rowOf(server, maker, 'kyc_rejected', 'hi')).passedOver).toBe(
      'The English text is sent instead: it has a DLT template id, and this one has none.',
    )
    await server.db.deleteFrom('programme').execute()
  })

  test('whose text no longer fits goes out with the built-in one', async () => {
    const { sent, context } = keeper()
    const channels = { ...context.channels, linkHosts: ['hil.example'] }
    await sendMessage(
      { ...context, channels },
      { to: '9820012345', language: 'en' },
      message('kyc_approved', {}),
    )
    expect(sent.pop()?.text).toBe('HIL: Your KYC is approved. You can redeem your points.')
  })
})

describe('a mail to staff', () => {
  test('has its subject; an invitation goes out with the account, a link by request', async () => {
    const email = `asha.${maker.staffId}@hil.example`
    const body = { name: 'Asha Rao', email, role: 'cs' }
    expect((await server.call(addStaff, { token: maker.token, body })).status).toBe(200)
    await expect
      .poll(() => lastTo(server, email))
      .toMatchObject({
        subject: 'Your account for the HIL dashboard',
        body: expect.stringMatching(
          /^Hello Asha Rao,\n\nset the password .*\/reset\/\S+ \(good for 24 hours/,
        ),
      })
    await server.call(forgotPassword, { body: { email } })
    await expect
      .poll(() => lastTo(server, email))
      .toMatchObject({
        subject: 'A new password for the HIL dashboard',
      })
  })
})

describe('a test', () => {
  const test1 = (of: { occasion: string; language?: string }, body: object) =>
    server.call(contract.testTemplate, {
      token: checker.token,
      params: { language: 'en', ...of },
      body: { subject: null, dltTemplate: null, ...body },
    })

  test('of what is sent arrives as it is, with example values; of a draft it says so', async () => {
    const { body: now } = await rowOf(server, checker, 'payment_paid')
    const mobile = '9820099887'
    const sent = await test1({ occasion: 'payment_paid' }, { body: now, mobile })
    expect([sent.status, sent.body.ok]).toEqual([200, true])
    expect((await lastTo(server, mobile))?.body).toBe(
      'HIL: RD-2026-000123: ₹1,200.00 was paid to ••••••••1234. Tax deducted: ₹120.00. UTR: AXIS00012345678.',
    )
    await test1({ occasion: 'sign_in_otp' }, { body: 'Give {code} to {programme}', mobile })
    expect((await lastTo(server, mobile))?.body).toBe('Test: Give 482913 to HIL')
    const trail = await server.db
      .selectFrom('audit')
      .select(['subject_id as subjectId', 'after'])
      .where('action', '=', 'message.tested')
      .execute()
    expect(trail).toMatchObject([
      { subjectId: 'payment_paid.en', after: { to: '••••••9887', ok: true } },
      { subjectId: 'sign_in_otp.en' },
    ])
  })

  test('of a mail goes to the account that asks for it and to nobody else', async () => {
    const { subject, body } = await rowOf(server, checker, 'password_reset')
    await test1({ occasion: 'password_reset' }, { subject, body, mobile: '9820099887' })
    expect(await lastTo(server, await emailOf(checker))).toMatchObject({
      subject: 'A new password for the HIL dashboard',
    })
  })

  test('needs a number and a text that fits, and is not sent without end', async () => {
    const none = await test1({ occasion: 'kyc_revoked' }, { body: '{programme}' })
    expect([none.status, Object(none.body).fields]).toEqual([
      400,
      { mobile: 'Enter your mobile number.' },
    ])
    const unfit = await test1({ occasion: 'kyc_revoked' }, { body: 'Hello', mobile: '9820099887' })
    expect(unfit.status).toBe(400)
    const many = []
    for (let tries = 0; tries < 4; tries++) {
      many.push(
        await test1({ occasion: 'kyc_revoked' }, { body: '{programme}', mobile: '9820099887' }),
      )
    }
    expect(many.map(({ status }) => status)).toContain(429)
  })
})
