import type { ReactElement } from 'react'
import type { Audience } from '../../../../contract/people/audience.ts'
import { useAudienceWords } from '../../people/audience/audience-queries.ts'

/** Whom something is for, in words. */
export function AudienceCell({ audience }: { audience: Audience }): ReactElement {
  const words = useAudienceWords()(audience)
  return <span title={words}>{words}</span>
}
