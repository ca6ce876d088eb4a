import { Alert, Button, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import { occasionOf } from '../../../../contract/platform/message-occasions.ts'
import { testTemplate, type TemplateText } from '../../../../contract/platform/message-templates.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { useSession } from '../../../lib/session.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import type { TextKey } from './template-queries.ts'
import classes from './templates.module.css'

/** Sends the text as it is typed, with example values, to oneself. */
export function TestSend({
  of: { occasion, language },
  text,
  disabled,
}: {
  of: TextKey
  text: TemplateText
  disabled: boolean
}): ReactElement {
  const isSms = occasionOf(occasion).channel === 'sms'
  const email = useSession()?.email ?? ''
  const [mobile, setMobile] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const { busy, error, send } = useSending(async () => {
    setRefused(null)
    const body = { ...text, ...(isSms && { mobile }) }
    const { ok, words } = await call(testTemplate, { params: { occasion, language }, body })
    if (ok) notifyDone(words)
    else setRefused(words)
  })
  const fields = error instanceof ApiError ? error.fields : {}
  return (
    <section className={classes.test} aria-label="Test">
      <div className={classes.testRow}>
        {isSms && (
          <TextInput
            label="My mobile number"
            type="tel"
            autoComplete="tel"
            value={mobile}
            error={fields.mobile}
            onChange={(event) => setMobile(event.currentTarget.value)}
          />
        )}
        <Button variant="default" loading={busy} disabled={disabled} onClick={() => void send()}>
          {isSms ? 'Send a test' : `Send a test to ${email}`}
        </Button>
      </div>
      {refused && (
        <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
          {refused}
        </Alert>
      )}
      {error !== null && fields.mobile === undefined && <FailureAlert error={error} />}
    </section>
  )
}
