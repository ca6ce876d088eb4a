import { Alert, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { ApiError, sentenceOf } from '../lib/api-error.ts'

/** What failed, in words, and the number support asks for. */
export function FailureAlert({
  error,
  title,
  kept,
}: {
  error: unknown
  title?: string
  /** What stays for another try. */
  kept?: string
}): ReactElement {
  const requestId = error instanceof ApiError ? error.requestId : null
  return (
    <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert" title={title}>
      {[sentenceOf(error), kept].filter(Boolean).join(' ')}
      {requestId && <Text size="xs" mt={4}>{`Request ${requestId}`}</Text>}
    </Alert>
  )
}
