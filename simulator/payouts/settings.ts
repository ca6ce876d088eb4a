import { readFileSync } from 'node:fs'
import { parseRules, type Rules } from './rules.ts'

export type Settings = {
  port: number
  file: string
  keyId: string
  keySecret: string
  account: string
  webhookSecret: string
  controlToken: string
  webhookUrl: string | null
  balancePaise: number
  /** How long the banks take, about. */
  processMs: number
  /** What a day of the world outside lasts here. */
  dayMs: number
  /** After so long with too little, somebody pays in what the account had at first; 0: nobody does. */
  topUpMs: number
  /** How long a failed webhook waits for its second try; each further one waits twice as long. */
  retryMs: number
  rules: Rules
}

type Environment = Record<string, string | undefined>

/** The settings, by environment variables that begin with SIMULATOR_. Throws a sentence. */
export function readSettings(env: Environment): Settings {
  return {
    port: whole(env, 'SIMULATOR_PORT', 0),
    file: needed(env, 'SIMULATOR_FILE'),
    keyId: needed(env, 'SIMULATOR_KEY_ID'),
    keySecret: needed(env, 'SIMULATOR_KEY_SECRET'),
    account: needed(env, 'SIMULATOR_ACCOUNT'),
    webhookSecret: needed(env, 'SIMULATOR_WEBHOOK_SECRET'),
    controlToken: needed(env, 'SIMULATOR_CONTROL_TOKEN'),
    webhookUrl: env.SIMULATOR_WEBHOOK_URL || null,
    balancePaise: whole(env, 'SIMULATOR_BALANCE_PAISE', 2_500_000_00),
    processMs: whole(env, 'SIMULATOR_PROCESS_MS', 2000),
    dayMs: whole(env, 'SIMULATOR_DAY_MS', 20_000),
    topUpMs: whole(env, 'SIMULATOR_TOP_UP_MS', 0),
    retryMs: whole(env, 'SIMULATOR_RETRY_MS', 1000),
    rules: rulesOf(env.SIMULATOR_RULES),
  }
}

function needed(env: Environment, name: string): string {
  const value = env[name]
  if (value) return value
  throw new Error(`${name} is not set.`)
}

function whole(env: Environment, name: string, otherwise: number): number {
  const text = env[name]
  if (!text) return otherwise
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new Error(`${name} must be a whole number.`)
}

/** JSON itself, or the path of a file of it. */
function rulesOf(text: string | undefined): Rules {
  if (!text) return { seed: 1, rules: [] }
  const json = text.trimStart().startsWith('{') ? text : readFileSync(text, 'utf8')
  return parseRules(JSON.parse(json))
}
