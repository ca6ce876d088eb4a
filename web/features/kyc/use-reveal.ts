import { useEffect, useState } from 'react'
import { type KycField } from '../../../contract/kyc-states.ts'
import { revealKyc } from '../../../contract/kyc.ts'
import { call } from '../../lib/api.ts'
import { useLastReason } from './drafts.ts'
import type { Revealed } from './field-card.tsx'

/** A value that was revealed is on the screen no longer than this. */
const SHOWN_MS = 60_000

/** The values that are shown in full for the moment. */
export function useReveal(memberId: number) {
  const lastReason = useLastReason()
  const [shown, setShown] = useState<Partial<Record<KycField, Revealed>>>({})
  useEffect(() => {
    if (!Object.values(shown).some(Boolean)) return
    const timer = setTimeout(() => setShown({}), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown])
  const reveal = async (field: KycField, reason: string): Promise<void> => {
    lastReason.write(reason)
    const { parts } = await call(revealKyc, { params: { memberId }, body: { field, reason } })
    setShown((before) => ({ ...before, [field]: parts }))
  }
  const hide = (field: KycField): void => setShown((before) => ({ ...before, [field]: undefined }))
  return { shown, reveal, hide, lastReason: lastReason.read }
}
