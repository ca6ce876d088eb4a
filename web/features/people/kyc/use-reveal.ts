import { type KycField } from '../../../../contract/people/kyc-states.ts'
import { revealKyc } from '../../../../contract/people/kyc.ts'
import { call } from '../../../lib/api.ts'
import { useShownBriefly } from '../../../ui/use-shown-briefly.ts'
import { useLastReason } from './drafts.ts'
import type { Revealed } from './field-card.tsx'

/** The values that are shown in full for the moment. */
export function useReveal(memberId: number) {
  const lastReason = useLastReason()
  const { shown, show, hide } = useShownBriefly<KycField, Revealed>()
  const reveal = async (field: KycField, reason: string): Promise<void> => {
    lastReason.write(reason)
    const { parts } = await call(revealKyc, { params: { memberId }, body: { field, reason } })
    show(field, parts)
  }
  return { shown, reveal, hide, lastReason: lastReason.read }
}
