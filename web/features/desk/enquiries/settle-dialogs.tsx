import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import {
  reopenEnquiry,
  resolveEnquiry,
  type EnquiryDetail,
} from '../../../../contract/desk/enquiries.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { enquiryOptions, keepEnquiry } from './enquiry-queries.ts'

type Props = { enquiry: EnquiryDetail; opened: boolean; onClose: () => void }

/** Does it; where somebody else was quicker, what stands there now is shown. */
function useSettle({ enquiry, onClose }: Props) {
  const client = useQueryClient()
  return async (act: () => Promise<EnquiryDetail>, done: string): Promise<void> => {
    try {
      keepEnquiry(client, await act())
      notifyDone(done, { briefly: true })
      onClose()
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 409) {
        void client.invalidateQueries({ queryKey: enquiryOptions(enquiry.enquiryId).queryKey })
      }
      throw failure
    }
  }
}

export function ResolveDialog(props: Props): ReactElement {
  const { enquiry, opened, onClose } = props
  const { enquiryId, number, memberName } = enquiry
  const settle = useSettle(props)
  return (
    <ConfirmDialog
      opened={opened}
      title={`Resolve ${number}`}
      what={`It is settled without another answer. ${memberName} may write again within a week; then it is open again.`}
      submit="Resolve"
      onConfirm={(reason) =>
        settle(
          () => call(resolveEnquiry, { params: { enquiryId }, body: { reason } }),
          `${number} is resolved.`,
        )
      }
      onClose={onClose}
    />
  )
}

export function ReopenDialog(props: Props): ReactElement {
  const { enquiry, opened, onClose } = props
  const { enquiryId, number } = enquiry
  const settle = useSettle(props)
  return (
    <ConfirmDialog
      opened={opened}
      title={`Open ${number} again`}
      what="It is in progress again, and the time to settle it runs on from where it stood."
      submit="Open again"
      onConfirm={(reason) =>
        settle(
          () => call(reopenEnquiry, { params: { enquiryId }, body: { reason } }),
          `${number} is open again.`,
        )
      }
      onClose={onClose}
    />
  )
}
