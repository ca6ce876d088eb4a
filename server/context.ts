import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Db } from './db/database.ts'
import type { Chain } from './features/platform/chain/chain-keys.ts'
import type { KindsIn } from './features/people/onboarding/onboarding-kind.ts'
import type { Meltag } from './features/programme/meltag/vendor.ts'
import type { MessageChannel } from './features/platform/messages/channel.ts'
import type { NotifyChannel } from './features/platform/messages/notify.ts'
import type { PayoutProvider } from './features/money/payments/provider/provider.ts'
import type { RuleBook } from './features/platform/rules/rule-book.ts'
import type { ScanEngine } from './features/programme/scans/engine.ts'
import type { Vault } from './features/platform/vault/vault.service.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Keys } from './lib/crypto.ts'

/** What the features work with; made once at the start and passed to each feature's routes. */
export type Context = {
  config: Config
  db: Db
  /** The pool under `db`, for the few statements that are worth preparing by name. */
  pool: pg.Pool
  /** For the few that need a connection of their own, such as COPY: see withClient() of database.ts. */
  connection: pg.ClientConfig
  keys: Keys
  /** What rows of money, approvals and rules are sealed with. */
  chain: Chain
  vault: Vault
  jobs: Jobs
  scanEngine: ScanEngine
  /** The rules of the programme; `rules.at(now())` are those in force. */
  rules: RuleBook
  /** `notify`: messages to many members, told one by one what became of each; null where it is not set up. */
  channels: {
    sms: MessageChannel
    email: MessageChannel
    notify: NotifyChannel | null
    /** Hosts that links in the texts of messages may lead to. */
    linkHosts: readonly string[]
  }
  /** The provider that pays over HTTP; null where none is set up: then there is the bank file. */
  payouts: PayoutProvider | null
  /** How the rows of an onboarding file are judged and applied, by its kind. */
  onboarding: KindsIn<Context>
  /** The tag vendor's database, which is only read. */
  meltag: Meltag
  log: Logger
  /** Origin that QR codes and links carry, such as `https://hil.example`. */
  publicUrl: string
  /** The moment of what is done now. The demo programme makes its history with moments of its own. */
  now(): Date
  /** So many secret random bytes, for a batch's key. */
  random(bytes: number): Buffer
}
