import { Alert, Button, Text } from '@mantine/core'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { itWasNotMe } from '../../../../contract/platform/session.ts'
import { sentenceOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { OutsideFrame } from '../../../shell/outside-frame.tsx'

/** Where a mail of a security change leads. It does nothing by being opened: mail filters open links. */
export function NotMePage(): ReactElement {
  const { token = '' } = useParams({ strict: false })
  const say = useMutation({ mutationFn: () => call(itWasNotMe, { body: { token } }) })
  if (say.isSuccess)
    return (
      <OutsideFrame title="Done" name="Not me">
        <Alert color="green" icon={<IconCheck size={18} />} role="status">
          {say.data.message}
        </Alert>
        <Button component={Link} to="/" fullWidth>
          Go to sign in
        </Button>
      </OutsideFrame>
    )
  return (
    <OutsideFrame title="Was this somebody else?" name="Not me">
      <Text c="dimmed">
        If you did not make the change that our mail tells of, end all sessions of your account. Its
        password stops working at once, and you get a mail with a link for a new one.
      </Text>
      {say.error && (
        <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
          {sentenceOf(say.error)}
        </Alert>
      )}
      <Button color="red" fullWidth loading={say.isPending} onClick={() => say.mutate()}>
        It was not me: end all sessions
      </Button>
    </OutsideFrame>
  )
}
