import { randomBytes, randomInt } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { z } from 'zod'
import { razorpayxWebhook } from '../../contract/money/bank-files.ts'
import type { Config } from '../config.ts'
import { DEMO_FAULTS } from './payout-faults.ts'
import { launchSimulator, type SimulatorProcess } from './simulator-process.ts'

const keysSchema = z.object({
  keyId: z.string(),
  keySecret: z.string(),
  account: z.string(),
  webhookSecret: z.string(),
  controlToken: z.string(),
})
type Keys = z.infer<typeof keysSchema>

type PayoutSettings = Pick<
  Config,
  'PAYOUT_URL' | 'PAYOUT_KEY_ID' | 'PAYOUT_KEY_SECRET' | 'PAYOUT_ACCOUNT' | 'PAYOUT_WEBHOOK_SECRET'
>
export type SimulatedPayouts = {
  /** The settings by which the simulator is spoken to, once it listens; none where it does not start. */
  settings(): Promise<Partial<PayoutSettings>>
  /** Says where events are to be told: the origin of our own server. */
  tellOrigin(origin: string): Promise<void>
  stop(): Promise<void>
}

const BALANCE_PAISE = 1_000_000_00
const DAY_MS = 20_000
const TOP_UP_MS = 45_000
const PAUSE_MS = 1000

/**
 * Starts the demo's payout provider beside the server and keeps it running. Its state and its keys
 * are files of the data folder, which the caller owns.
 */
export function simulatePayouts(dataDir: string, log: Logger): SimulatedPayouts {
  const ends = new AbortController()
  let running: SimulatorProcess | null = null
  const launch = (keys: Keys, port: number) => {
    running = launchSimulator(environmentOf(keys, dataDir, port))
    return running
  }
  const watch = async (keys: Keys, port: number, first: SimulatorProcess) => {
    let child = first
    for (;;) {
      const said = await child.ended
      if (ends.signal.aborted) return
      log.warn({ said }, 'the payout simulator ended and is started again')
      await pause(PAUSE_MS, undefined, { signal: ends.signal })
      child = launch(keys, port)
    }
  }
  const begun = begin()
  async function begin() {
    const keys = await simulatorKeys(dataDir)
    if (ends.signal.aborted) return null
    const child = launch(keys, 0)
    const port = await child.port
    // Its end while it pauses is our stop.
    watch(keys, port, child).catch(() => {})
    return { keys, url: `http://127.0.0.1:${port}` }
  }
  const known = begun.catch((error: unknown) => {
    if (!ends.signal.aborted) log.error({ err: error }, 'payouts are not simulated')
    return null
  })
  return {
    async settings() {
      const found = await known
      return found === null ? {} : settingsOf(found.keys, found.url)
    },
    async tellOrigin(origin) {
      const found = await known
      if (found === null) return
      const answer = await fetch(`${found.url}/control/webhook`, {
        method: 'POST',
        headers: { authorization: `Bearer ${found.keys.controlToken}` },
        body: JSON.stringify({ url: `${origin}${razorpayxWebhook.path}` }),
        signal: AbortSignal.timeout(5000),
      })
      if (!answer.ok) throw new Error(`The payout simulator answered ${answer.status}.`)
    },
    async stop() {
      ends.abort()
      await known
      await running?.stop()
    },
  }
}

function settingsOf(keys: Keys, url: string): PayoutSettings {
  return {
    PAYOUT_URL: url,
    PAYOUT_KEY_ID: keys.keyId,
    PAYOUT_KEY_SECRET: keys.keySecret,
    PAYOUT_ACCOUNT: keys.account,
    PAYOUT_WEBHOOK_SECRET: keys.webhookSecret,
  }
}

/** What the simulator reads of its environment for these keys. */
export function keysEnvironment(keys: Keys): Record<string, string> {
  return {
    SIMULATOR_KEY_ID: keys.keyId,
    SIMULATOR_KEY_SECRET: keys.keySecret,
    SIMULATOR_ACCOUNT: keys.account,
    SIMULATOR_WEBHOOK_SECRET: keys.webhookSecret,
    SIMULATOR_CONTROL_TOKEN: keys.controlToken,
  }
}

function environmentOf(keys: Keys, dataDir: string, port: number): Record<string, string> {
  return {
    ...keysEnvironment(keys),
    SIMULATOR_PORT: String(port),
    SIMULATOR_FILE: path.join(dataDir, 'payout-simulator.sqlite'),
    SIMULATOR_BALANCE_PAISE: String(BALANCE_PAISE),
    SIMULATOR_DAY_MS: String(DAY_MS),
    SIMULATOR_TOP_UP_MS: String(TOP_UP_MS),
    SIMULATOR_RULES: JSON.stringify(DEMO_FAULTS),
  }
}

export function newSimulatorKeys(): Keys {
  const secret = () => randomBytes(24).toString('base64url')
  return {
    keyId: `rzp_sim_${randomBytes(7).toString('hex')}`,
    keySecret: secret(),
    account: String(randomInt(2_000_000_000_000, 9_000_000_000_000)),
    webhookSecret: secret(),
    controlToken: secret(),
  }
}

/** The keys of the data folder, made once: their file appears whole, readable by its owner alone. */
async function simulatorKeys(dataDir: string): Promise<Keys> {
  const file = path.join(dataDir, 'payout-simulator.json')
  const text = await readFile(file, 'utf8').catch(() => null)
  const kept = text === null ? null : keysSchema.safeParse(JSON.parse(text))
  if (kept?.success) return kept.data
  const keys = newSimulatorKeys()
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(keys)}\n`, { mode: 0o600, flush: true })
  await rename(draft, file)
  return keys
}
