import type {
  Told,
  Notice,
  PayoutProvider,
  PayoutRequest,
} from '../features/money/payments/provider.ts'

/** The provider of the history: it takes whatever is sent, and tells what the plan has for it. */
export type HistoryProvider = PayoutProvider & {
  /** The last request that came. */
  last(): PayoutRequest
}

export function historyProvider(): HistoryProvider {
  let request: PayoutRequest | null = null
  const last = () => {
    if (!request) throw new Error('Nothing was sent in the history of the demo.')
    return request
  }
  return {
    last,
    async send(sent) {
      request = sent
      return { kind: 'told', told: toldOf(sent, { state: 'processing' }) }
    },
    ask: async () => ({ kind: 'lost', why: 'The history is over.' }),
    balance: async () => ({ problem: 'The history is over.' }),
    // Events of the history are made here, so nobody has to sign them.
    readNotice: (raw) => JSON.parse(raw.toString('utf8')),
  }
}

/** What the provider says of a request: its ids are those of the payment's number. */
export function toldOf(
  { number, amountPaise }: Pick<PayoutRequest, 'number' | 'amountPaise'>,
  { state, reason = null }: { state: Told['state']; reason?: string | null },
): Told {
  const digits = number.replaceAll(/\D/g, '')
  const arrived = state === 'processed' || state === 'reversed'
  return {
    providerId: `pout_H${digits.padStart(13, '0')}`,
    number,
    state,
    providerState: state,
    amountPaise,
    utr: arrived ? `4${digits.padStart(11, '0')}` : null,
    reason,
    reasonText: null,
  }
}

export const noticeOf = (told: Told): Notice => ({
  eventId: `demo-${told.providerId}-${told.state}`,
  event: `payout.${told.state}`,
  told,
})
