import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useEffectEvent, type ReactElement } from 'react'
import { ApiError, sentenceOf } from '../lib/api-error.ts'
import { MessagePage, Sentence } from './message-page.tsx'

/** Code that cannot be loaded is what a tab meets when a new version was put up while it was open. */
function isMissingCode(error: unknown): boolean {
  return error instanceof TypeError && /import|module/i.test(error.message)
}

function whatHappened(error: unknown): string {
  if (isMissingCode(error))
    return 'The code of this page could not be loaded. Either the connection failed or there is a new version.'
  if (error instanceof ApiError) return sentenceOf(error)
  return 'Something in this page failed. It is not your doing, and nothing you saved is lost.'
}

/** Stands in a page's place when it fails; the rest of the shell goes on. */
export function ErrorPage({ error, reset }: ErrorComponentProps): ReactElement {
  const router = useRouter()
  const { reset: resetQueries } = useQueryErrorResetBoundary()
  useEffect(() => reportError(error), [error])
  const tryAgain = (): void => {
    if (isMissingCode(error)) {
      window.location.reload()
      return
    }
    resetQueries()
    reset()
    void router.invalidate()
  }
  const tryWhenOnline = useEffectEvent(() => {
    if (isMissingCode(error)) tryAgain()
  })
  useEffect(() => {
    const goOn = (): void => tryWhenOnline()
    window.addEventListener('online', goOn)
    return () => window.removeEventListener('online', goOn)
  }, [])
  return (
    <div role="alert">
      <MessagePage title="This page could not be shown" icon={<IconAlertTriangle size={20} />}>
        <Sentence>{whatHappened(error)}</Sentence>
        <Group mt="xs">
          <Button onClick={tryAgain}>Try again</Button>
        </Group>
        {error instanceof ApiError && error.requestId && (
          <Text size="xs" c="dimmed">{`Request ${error.requestId}`}</Text>
        )}
      </MessagePage>
    </div>
  )
}
