import { Notifications } from '@mantine/notifications'
import type { ReactElement } from 'react'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'

export function NoticeContainer(): ReactElement {
  return <Notifications position="bottom-right" limit={4} autoClose={6000} />
}
