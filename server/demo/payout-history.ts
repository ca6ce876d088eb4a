import type {
  PayoutUpdate,
  Notice,
  PayoutProvider,
  PayoutRequest,
} from '../features/money/payments/provider/provider.ts'

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
      return { kind: 'answered', update: updateOf(sent, { state: 'processing' }) }
    },
    lookUp: async () => ({ kind: 'lost', why: 'The history is over.' }),
    balance: async () => ({ problem: 'The history is over.' }),
    // Events of the history are made here, so nobody has to sign them.
    readNotice: (raw) => JSON.parse(raw.toString('utf8')),
  }
}

/** What the provider says of a request: its ids are those of the payment's number. */
export function updateOf(
  { number, amountPaise }: Pick<PayoutRequest, 'number' | 'amountPaise'>,
  { state, reason = null }: { state: PayoutUpdate['state']; reason?: string | null },
): PayoutUpdate {
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

export const noticeOf = (update: PayoutUpdate): Notice => ({
  eventId: `demo-${update.providerId}-${update.state}`,
  event: `payout.${update.state}`,
  update,
})
