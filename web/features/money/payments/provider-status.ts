import type { z } from 'zod'
import type { providerStatus } from '../../../../contract/money/payments.ts'
import { formatPaise } from '../../../../contract/money.ts'

export type ProviderStatus = z.infer<typeof providerStatus>

/** Whether a balance is enough for this much more, after all that waits already; in words. */
export function reachInWords(
  { balancePaise, waiting, problem, provider }: ProviderStatus,
  paise: number,
): { words: string; short: boolean } {
  if (provider === 'bank-file') {
    return {
      words: 'They wait for the next file, which you make and give to the bank.',
      short: false,
    }
  }
  if (balancePaise === null) {
    return { words: problem ?? 'The balance is not known at the moment.', short: true }
  }
  const holds = [
    `It holds ${formatPaise(balancePaise)}`,
    waiting.paise > 0 && `${formatPaise(waiting.paise)} waits for it already`,
  ]
  const held = `${holds.filter(Boolean).join('; ')}.`
  const lacking = waiting.paise + paise - balancePaise
  return lacking > 0
    ? {
        words: `${held} Up to ${formatPaise(lacking)} is missing: the last of them wait until money comes in.`,
        short: true,
      }
    : { words: `${held} That covers these.`, short: false }
}
