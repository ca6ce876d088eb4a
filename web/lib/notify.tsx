import { notifications, useNotifications } from '@mantine/notifications'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { lazy, Suspense, type ReactElement } from 'react'
import { ApiError, sentenceOf } from './api-error.ts'

const Container = lazy(async () => ({ default: (await import('./notices.tsx')).NoticeContainer }))

/** The place where notifications appear; its code comes with the first of them. */
export function Notices(): ReactElement | null {
  const { notifications: shown } = useNotifications()
  return shown.length === 0 ? null : (
    <Suspense>
      <Container />
    </Suspense>
  )
}

const BRIEFLY = { position: 'top-center', autoClose: 3500 } as const

/**
 * Says shortly that something was done. `briefly` says it at the top, for work that goes on at once
 * and must not be covered.
 */
export function notifyDone(message: string, { briefly = false } = {}): void {
  const icon = <IconCheck size={18} />
  notifications.show({ message, color: 'green', icon, ...(briefly && BRIEFLY) })
}

/** Says what failed, in the failure's own sentence, and stays until it is closed. */
export function notifyFailed(title: string, failure: unknown): void {
  const requestId = failure instanceof ApiError ? failure.requestId : null
  notifications.show({
    title,
    message: requestId ? `${sentenceOf(failure)} (request ${requestId})` : sentenceOf(failure),
    color: 'red',
    icon: <IconAlertCircle size={18} />,
    autoClose: false,
  })
}
