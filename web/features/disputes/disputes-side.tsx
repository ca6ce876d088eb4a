import type { ReactElement } from 'react'
import { ListPage } from '../../ui/list/list-page.tsx'
import {
  DISPUTE_COLUMNS,
  DISPUTE_FILTERS,
  DISPUTE_ORDERS,
  disputeSource,
} from './disputes-list.tsx'

/** The dispute desk: coupons that two members claim; each opens its enquiry. */
export function DisputesSide({
  sides,
  onOpen,
}: {
  sides: ReactElement
  onOpen: (enquiryId: string) => void
}): ReactElement {
  return (
    <ListPage
      source={disputeSource}
      title="Enquiry HelpDesk"
      about="Coupons that two members claim, what waits longest first. One person proposes, another decides."
      noun={['dispute', 'disputes']}
      columns={DISPUTE_COLUMNS}
      filters={DISPUTE_FILTERS}
      orders={DISPUTE_ORDERS}
      searchLabel="Number, mobile or member code"
      empty={{
        title: 'No disputes yet',
        text: 'When a member asks about a coupon that somebody else scanned first, both scans stand here side by side. You can open one from the Coupon Finder, too.',
      }}
      onOpen={onOpen}
      notice={sides}
    />
  )
}
