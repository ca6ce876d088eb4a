import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { PaymentActs } from './payment-acts.tsx'
import { redemptionOf, storyOptions } from './payment-queries.ts'
import { PaymentStoryView } from './payment-story.tsx'

/** The money of one redemption, with what may be done about it. */
export function PaymentDrawer({
  id,
  onClose,
}: {
  /** A row of one of the lists, or a redemption. */
  id: string | undefined
  onClose: () => void
}): ReactElement {
  const [held, setHeld] = useState(false)
  const query = useQuery(storyOptions(redemptionOf(id)))
  const title = query.data ? `Payment of ${query.data.redemptionNumber}` : 'Payment'
  return (
    <DetailDrawer id={id} title={title} query={query} held={held} onClose={onClose}>
      {(story) => (
        <PaymentStoryView
          story={story}
          actions={<PaymentActs key={story.redemptionId} story={story} onDialog={setHeld} />}
        />
      )}
    </DetailDrawer>
  )
}
