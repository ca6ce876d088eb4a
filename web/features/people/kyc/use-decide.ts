import { useQueryClient } from '@tanstack/react-query'
import { type KycDecision } from '../../../../contract/people/kyc-states.ts'
import { decideKyc, type KycDetail } from '../../../../contract/people/kyc.ts'
import { ApiError, sentenceOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { historySource } from './history-list.tsx'
import { keepKyc } from './kyc-queries.ts'
import { logSource } from './logs-list.tsx'
import { queueSource } from './queue-list.tsx'
import type { Desk } from './use-desk.ts'
import { decisionBody } from './verdicts.ts'

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409

function doneWords({ memberName }: KycDetail, decision: KycDecision, refused: number): string {
  if (decision === 'approve') return `${memberName}: approved.`
  return decision === 'reject'
    ? `${memberName}: rejected.`
    : `${memberName}: asked again for ${formatAmount(refused, 'field')}.`
}

/**
 * Sends the decision. Where the lock had lapsed and nothing changed it is sent once more; where
 * something changed, `onStale` hears what the server said, and nothing was decided.
 */
export function useDecide({
  detail,
  desk,
  take,
  onStale,
  onDecided,
}: {
  detail: KycDetail
  desk: Desk
  take: () => Promise<KycDetail | null>
  onStale: (sentence: string) => void
  onDecided: () => void
}) {
  const client = useQueryClient()
  const { memberId, version } = detail
  return async (decision: KycDecision, note: string): Promise<void> => {
    const body = decisionBody(desk.draft, { slots: desk.slots, version }, { decision, note })
    const send = () => call(decideKyc, { params: { memberId }, body })
    let after: KycDetail
    try {
      after = await send()
    } catch (error) {
      if (!isConflict(error)) throw error
      const fresh = await take()
      if (fresh?.version !== version) return onStale(sentenceOf(error))
      after = await send()
    }
    keepKyc(client, after)
    for (const { name } of [queueSource, historySource, logSource]) {
      void client.invalidateQueries({ queryKey: [name] })
    }
    const refused = body.fields.filter(({ accept }) => !accept).length
    notifyDone(doneWords(detail, decision, refused), { briefly: true })
    onDecided()
  }
}
