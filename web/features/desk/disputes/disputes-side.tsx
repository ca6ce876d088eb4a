import type { ReactElement } from 'react'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { DISPUTE_COLUMNS, disputeSource } from './disputes-list.tsx'

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
      columns={DISPUTE_COLUMNS}
      onOpen={onOpen}
      notice={sides}
    />
  )
}
