import { Box, Button, Textarea } from '@mantine/core'
import { IconGavel } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactElement } from 'react'
import { openDispute } from '../../../../contract/desk/disputes.ts'
import { can } from '../../../../contract/permissions.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { useRole } from '../../../lib/session.ts'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'

type Claim = { memberId: number; scanId: string }

export const useMayDispute = (): boolean => can(useRole(), 'enquiry.answer')

/** Opens a dispute for the member of a refused scan, and leads to its enquiry. */
export function OpenDispute({ claim, by }: { claim: Claim; by: string }): ReactElement {
  const navigate = useNavigate()
  const [opened, setOpened] = useState(false)
  const [body, setBody] = useState('')
  const form = useDialogForm(openDispute, { ...claim, body })
  const open = (): Promise<void> =>
    form.send(async (sent) => {
      const { enquiryId, number } = await call(openDispute, { body: sent })
      notifyDone(`The dispute is ${number}.`)
      await navigate({ to: '/dashboard/enquiry', search: { open: enquiryId } })
    })
  return (
    <Box mt={6}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconGavel size={14} stroke={1.8} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Open a dispute
      </Button>
      <DialogForm
        opened={opened}
        title="Open a dispute"
        what={`${by} claims this coupon. An enquiry is opened with both scans side by side; where one is open already, you are led to it.`}
        submit="Open the dispute"
        busy={form.busy}
        failure={form.failure}
        onSubmit={() => void open()}
        onClose={() => setOpened(false)}
      >
        <Textarea
          label="What the member says"
          data-autofocus
          autosize
          minRows={2}
          maxRows={6}
          value={body}
          {...form.field('body')}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
      </DialogForm>
    </Box>
  )
}
