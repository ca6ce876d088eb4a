import { z } from 'zod'
import { ACCOUNTS, START_VALUES } from './accounts.ts'
import { LIMITS } from './limits.ts'
import { MESSAGES } from './messages.ts'
import { MONEY } from './money.ts'
import { NETWORK } from './network.ts'
import { HISTORY, STORAGE } from './storage.ts'

/** Every setting of the process, by the environment variable that sets it. */
export const environment = z.object({
  ...NETWORK,
  ...STORAGE,
  ...HISTORY,
  ...ACCOUNTS,
  ...START_VALUES,
  ...MONEY,
  ...MESSAGES,
  ...LIMITS,
})

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(environment.shape)

/** The same by subject, in the order of the documents. */
export const SETTING_GROUPS: readonly {
  title: string
  about?: string
  settings: Readonly<Record<string, z.ZodType>>
}[] = [
  { title: 'Addresses and the process', settings: NETWORK },
  { title: 'Database, keys and files', settings: STORAGE },
  { title: 'History and recovery', settings: HISTORY },
  { title: 'Signing in', settings: ACCOUNTS },
  {
    title: 'Start values of rules',
    about:
      'They count until the first change of the rule is approved on the page Programme → *Rules*, and never again after that: [Rules of the programme](operations.md#rules-of-the-programme).',
    settings: START_VALUES,
  },
  { title: 'Payments and tax', settings: MONEY },
  { title: 'Messages', settings: MESSAGES },
  { title: 'Limits of a process', settings: LIMITS },
]
