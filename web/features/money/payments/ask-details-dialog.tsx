import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { askForDetails } from '../../../../contract/money/payment-details.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { ActProps } from './act-props.ts'
import { keepStory } from './payment-queries.ts'

/** Asks the member for another account or address, because the payment failed for the one on record. */
export function AskDetailsDialog({ story, opened, onClose }: ActProps): ReactElement {
  const client = useQueryClient()
  const { redemptionId, memberName, kind } = story
  const what = kind === 'upi' ? 'UPI address' : 'bank account'
  const ask = async (note: string): Promise<void> => {
    const body = { note: note || undefined }
    keepStory(client, await call(askForDetails, { params: { redemptionId }, body }))
    notifyDone(`${memberName} is asked for another ${what}.`)
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title="Ask for new details"
      what={`${memberName} gets an SMS that asks for another ${what}, to be given in the app. When KYC has accepted it, the payment can go again; the points stay held until then.`}
      submit="Send the SMS"
      optional
      onConfirm={ask}
      onClose={onClose}
    />
  )
}
