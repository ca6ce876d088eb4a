// npm run simulate -- --rate 20 --seconds 60: members at work against a running demo, over HTTP.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ALPHABET, parseCode } from '../contract/programme/code.ts'
import { scanCoupon } from '../contract/programme/scans.ts'
import { gatherCodes, gatherPlayers, signInAsStaff, type Player } from './cast.ts'
import { Client, ServerRefused } from './client.ts'
import { gatherVerified, join, redeem } from './people.ts'
import { randomOf } from './random.ts'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '30' },
    url: { type: 'string', default: `http://localhost:${process.env.PORT ?? 3000}` },
    seed: { type: 'string', default: '1' },
    members: { type: 'string', default: '40' },
    /** People a minute who join and send their KYC, and as many who redeem points. */
    people: { type: 'string', default: '6' },
  },
})

type Played = { player: Player; code: string }
const tally = new Map<string, number>()
const times: number[] = []
let failures = 0

function count(what: string): void {
  tally.set(what, (tally.get(what) ?? 0) + 1)
}

/** A code that is well formed, check letter and all, and nobody's. */
function inventedCode(random: () => number): string {
  const letter = () => ALPHABET[Math.floor(random() * 32)] ?? '0'
  const body = `0001${Array.from({ length: 12 }, letter).join('')}`
  const check = [...ALPHABET].find((one) => parseCode(body + one) !== null)
  return body + (check ?? '')
}

async function scan(client: Client, { player, code }: Played): Promise<string> {
  const started = performance.now()
  try {
    const body = { code, device: `simulated-${player.mobile.slice(-4)}` }
    const { result } = await client.call(scanCoupon, { token: player.token, body })
    count(result)
    return result
  } catch (error) {
    const refused = error instanceof ServerRefused && error.status < 500
    count(error instanceof Error ? error.message : 'failed')
    if (!refused) failures++
    return 'failed'
  } finally {
    times.push(performance.now() - started)
  }
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** A whole number above zero from the command line. */
function amount(name: 'rate' | 'seconds' | 'members'): number {
  const value = Number(values[name])
  if (Number.isInteger(value) && value > 0) return value
  throw new Error(`--${name} must be a whole number above zero, not "${values[name]}".`)
}

async function play(client: Client, players: Player[], codes: string[]): Promise<void> {
  const [rate, seconds] = [amount('rate'), amount('seconds')]
  const random = randomOf(Number(values.seed))
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)]
  const deck = shuffled(codes, random)
  const earlier: Played[] = []
  const running: Promise<void>[] = []
  const begun = performance.now()
  for (let n = 0; n < rate * seconds; n++) {
    const player = pick(players)
    const before = pick(earlier)
    const chance = random()
    const fresh = deck[n % deck.length]
    const invented = inventedCode(random)
    if (!player || fresh === undefined) return
    let next: Played = { player, code: fresh }
    if (chance < 0.08 && before) next = before
    else if (chance < 0.15 && before) next = { player, code: before.code }
    else if (chance < 0.18) next = { player, code: invented }
    running.push(
      scan(client, next).then((result) => {
        if (result === 'credited') earlier.push(next)
      }),
    )
    const wait = begun + ((n + 1) / rate) * 1000 - performance.now()
    if (wait > 0) await pause(wait)
  }
  await Promise.all(running)
}

/** Newcomers who join and send their KYC, and verified members who redeem, spread over the time. */
async function playPeople(client: Client, staff: string): Promise<void> {
  const count = Math.round((Number(values.people) * amount('seconds')) / 60)
  if (!(count > 0)) return
  const random = randomOf(Number(values.seed) + 1)
  const verified = await gatherVerified(client, staff, count)
  for (let n = 0; n < count; n++) {
    const began = performance.now()
    const who = verified[n % Math.max(1, verified.length)]
    await Promise.all([
      attempt('joined and sent KYC', () => join(client, random)),
      who && attempt('redemption requested', () => redeem(client, who, random)),
    ])
    await pause(Math.max(0, (amount('seconds') * 1000) / count - (performance.now() - began)))
  }
}

async function attempt(what: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
    count(what)
  } catch (error) {
    count(error instanceof Error ? error.message : 'failed')
    if (!(error instanceof ServerRefused && error.status < 500)) failures++
  }
}

function report(): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)
  for (const [what, n] of [...tally].toSorted(([, a], [, b]) => b - a)) {
    console.log(`${String(n).padStart(7)}  ${what}`)
  }
  console.log(`${times.length} scans, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${failures} failed`)
}

const client = new Client(values.url)
try {
  const staff = await signInAsStaff(client)
  const players = await gatherPlayers(client, staff, amount('members'))
  const codes = await gatherCodes(client, staff, amount('rate') * amount('seconds'))
  console.log(`${players.length} members, ${codes.length} codes: scanning at ${values.url} …`)
  await Promise.all([play(client, players, codes), playPeople(client, staff)])
  report()
  process.exitCode = failures > 0 ? 1 : 0
} catch (error) {
  console.error(
    `The simulation could not go on: ${error instanceof Error ? error.message : String(error)}`,
  )
  process.exitCode = 1
}
