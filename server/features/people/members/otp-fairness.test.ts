import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../contract/people/members.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { otpOf, wrongOtp } from '../../desk/users/test-support.ts'

/** As the settings have it: requests of one address for one mobile in a quarter of an hour. */
const REQUESTS = 5

let server: TestServer
beforeAll(async () => {
  server = await testServer({ TRUST_PROXY: '1' })
})
afterAll(() => server.stop())

let addresses = 0
const newAddress = () => `10.${(++addresses >> 8) & 255}.${addresses & 255}.9`
const headersOf = (address: string) => ({ 'x-forwarded-for': address })

/** A phone at an address of its own. */
function phone(address = newAddress()) {
  let device: string | undefined
  // Of no request, until one is made.
  let requestId = 'x'.repeat(43)
  return {
    async ask(mobile: string) {
      const body = { mobile, device }
      const answer = await server.call(contract.requestOtp, { body, headers: headersOf(address) })
      if (answer.status === 200) ({ requestId } = answer.body)
      return answer.status
    },
    async enter(mobile: string, otp: string) {
      const answer = await server.call(contract.openMemberSession, {
        body: { mobile, otp, requestId, device },
        headers: headersOf(address),
      })
      if (answer.status === 200) ({ device } = answer.body)
      return answer
    },
  }
}

// Succeeded on 24 November 2026: five wrong guesses of a stranger ended the password that a member had
// just been sent, as often as the stranger liked.
test('a stranger who guesses uses up no try of the member', async () => {
  const { mobile } = await server.member()
  const [own, stranger] = [phone(), phone()]
  expect(await own.ask(mobile)).toBe(200)
  const otp = await otpOf(server, mobile)
  expect(await stranger.ask(mobile)).toBe(200)
  const guesses = Array.from({ length: 7 }, () => stranger.enter(mobile, wrongOtp(otp)))
  expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([400]))
  expect((await own.enter(mobile, otp)).status).toBe(200)
})

test('a one-time password signs nobody in but whoever asked for it', async () => {
  const { mobile } = await server.member()
  const [own, stranger] = [phone(), phone()]
  await stranger.ask(mobile)
  await own.ask(mobile)
  const otp = await otpOf(server, mobile)
  expect((await stranger.enter(mobile, otp)).status).toBe(400)
  expect((await own.enter(mobile, otp)).status).toBe(200)
  expect((await own.enter(mobile, otp)).status).toBe(400)
})

// Succeeded on 24 November 2026: five requests of a stranger, and the member got no password for a
// quarter of an hour.
test('a stranger at one address uses up no request of the member', async () => {
  const { mobile } = await server.member()
  const stranger = phone()
  for (let index = 0; index < REQUESTS; index++) expect(await stranger.ask(mobile)).toBe(200)
  expect(await stranger.ask(mobile)).toBe(429)
  const own = phone()
  expect(await own.ask(mobile)).toBe(200)
  expect((await own.enter(mobile, await otpOf(server, mobile))).status).toBe(200)
})

test('strangers at many addresses stop no phone that the member has signed in on', async () => {
  const { mobile } = await server.member()
  const own = phone()
  await own.ask(mobile)
  expect((await own.enter(mobile, await otpOf(server, mobile))).status).toBe(200)

  const strangers = Array.from({ length: 30 }, () => phone())
  const asked = await Promise.all(strangers.map((stranger) => stranger.ask(mobile)))
  expect(asked.filter((status) => status === 429).length).toBeGreaterThan(10)
  const guessed = strangers.filter((_, index) => asked[index] === 200)
  for (let round = 0; round < 3; round++) {
    await Promise.all(guessed.map((stranger) => stranger.enter(mobile, '000000')))
  }
  expect((await phone().enter(mobile, '000000')).status).toBe(429)

  expect(await own.ask(mobile)).toBe(200)
  expect((await own.enter(mobile, await otpOf(server, mobile))).status).toBe(200)
})

test('guesses from one address over many mobiles are slowed down', async () => {
  const address = newAddress()
  const statuses: number[] = []
  for (let index = 0; index < 210; index++) {
    const guesser = phone(address)
    statuses.push((await guesser.enter(String(9_200_000_000 + index), '123456')).status)
  }
  expect(statuses.slice(0, 200)).not.toContain(429)
  expect(statuses.slice(200)).toContain(429)
})

test('what a request leaves and what a wrong guess answers is the same for members and strangers', async () => {
  const { mobile } = await server.member()
  const stranger = '9300000001'
  const answers = await Promise.all(
    [mobile, stranger].map(async (each) => {
      const asker = phone()
      await asker.ask(each)
      const guess = await asker.enter(each, '000000')
      const [row] = await server.db
        .selectFrom('one_time_password')
        .select(['tries'])
        .where('mobile', '=', each)
        .execute()
      const told = JSON.stringify(guess.body, (key, value: unknown) =>
        key === 'requestId' ? undefined : value,
      )
      return { status: guess.status, told, row }
    }),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]).toMatchObject({ status: 400, row: { tries: 1 } })
})
