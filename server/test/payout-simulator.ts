import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { keysEnvironment, newSimulatorKeys } from '../demo/payout-simulator.ts'
import { launchSimulator } from '../demo/simulator-process.ts'

/** A fault to order: simulator/payouts/rules.ts and docs/payments.md say what each means. */
export type FaultRule = {
  fault: string
  reference?: string
  share?: number
  times?: number
  seconds?: number
  days?: number
  status?: number
  reasons?: readonly string[]
  as?: 'failed' | 'reversed' | 'rejected' | 'cancelled'
}
export type SimulatedPayout = {
  id: string
  reference_id: string | null
  /** The idempotency key it was made under. */
  key: string
  amount: number
  mode: string
  status: string
  utr: string | null
  createdMs: number
  moves: { at: number; status: string; reason: string | null }[]
}
type SimulatedEvent = {
  eventId: string
  event: string
  payoutId: string
  body: string
  tries: number
  answered: number | null
  withheld: boolean
  deliveredAt: number | null
}
type SimulatorState = {
  balancePaise: number
  webhook: string | null
  payouts: number
  waitingEvents: number
}
type State = 'processing' | 'processed' | 'reversed' | 'failed' | 'rejected' | 'cancelled'

/** What a test does to the provider behind its back. */
export type SimulatorControl = {
  state(): Promise<SimulatorState>
  /** Every payout it ever made, oldest first: more than one of a number is money paid twice. */
  payouts(): Promise<SimulatedPayout[]>
  events(): Promise<SimulatedEvent[]>
  setBalance(paise: number): Promise<void>
  /** Replaces all rules. */
  setFaults(rules: FaultRule[], seed?: number): Promise<void>
  /** Where events are told; null keeps them waiting. */
  setWebhook(url: string | null): Promise<void>
  /** Lets go of withheld events. */
  release(): Promise<void>
  move(which: { id: string } | { reference: string }, to: State, reason?: string): Promise<void>
}

export type Simulator = {
  url: string
  keyId: string
  keySecret: string
  account: string
  webhookSecret: string
  /** The settings of a server that pays through it. */
  settings: Record<string, string>
  control: SimulatorControl
  /** kill -9; start() brings it back on the same port, file and keys. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

type Options = {
  rules?: FaultRule[]
  seed?: number
  webhookUrl?: string
  balancePaise?: number
  /** How long the banks take; 50 ms unless said. */
  processMs?: number
  /** What a day lasts; 200 ms unless said. */
  dayMs?: number
  topUpMs?: number
  retryMs?: number
}

/** The payout simulator as a process of its own, on a free port with a file that goes at stop(). */
export async function startSimulator(options: Options = {}): Promise<Simulator> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hil-payouts-'))
  const keys = newSimulatorKeys()
  const launch = (port: number) =>
    launchSimulator({
      ...keysEnvironment(keys),
      SIMULATOR_PORT: String(port),
      SIMULATOR_FILE: path.join(folder, 'payouts.sqlite'),
      SIMULATOR_RULES: JSON.stringify({ seed: options.seed ?? 1, rules: options.rules ?? [] }),
      SIMULATOR_WEBHOOK_URL: options.webhookUrl ?? '',
      SIMULATOR_PROCESS_MS: String(options.processMs ?? 50),
      SIMULATOR_DAY_MS: String(options.dayMs ?? 200),
      SIMULATOR_TOP_UP_MS: String(options.topUpMs ?? 0),
      SIMULATOR_RETRY_MS: String(options.retryMs ?? 100),
      ...(options.balancePaise !== undefined && {
        SIMULATOR_BALANCE_PAISE: String(options.balancePaise),
      }),
    })
  let running = launch(0)
  const port = await running.port
  const url = `http://127.0.0.1:${port}`
  const { keyId, keySecret, account, webhookSecret } = keys
  return {
    url,
    keyId,
    keySecret,
    account,
    webhookSecret,
    settings: {
      PAYOUT_URL: url,
      PAYOUT_KEY_ID: keyId,
      PAYOUT_KEY_SECRET: keySecret,
      PAYOUT_ACCOUNT: account,
      PAYOUT_WEBHOOK_SECRET: webhookSecret,
    },
    control: controlOf(url, keys.controlToken),
    kill: () => running.kill(),
    async start() {
      running = launch(port)
      await running.port
    },
    async stop() {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function controlOf(url: string, token: string): SimulatorControl {
  const call = async (method: string, where: string, body?: unknown) => {
    const answer = await fetch(`${url}/control/${where}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const json = await answer.json()
    if (!answer.ok) throw new Error(json.message)
    return json
  }
  const act = async (where: string, body: unknown) => void (await call('POST', where, body))
  return {
    state: () => call('GET', 'state'),
    payouts: async () => (await call('GET', 'payouts')).items,
    events: async () => (await call('GET', 'events')).items,
    setBalance: (paise) => act('balance', { paise }),
    setFaults: (rules, seed = 1) => act('faults', { seed, rules }),
    setWebhook: (address) => act('webhook', { url: address }),
    release: () => act('release', {}),
    move: (which, to, reason) => act('move', { ...which, to, reason }),
  }
}
