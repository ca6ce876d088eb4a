import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react'
import { useEffect, useRef, type ReactElement } from 'react'
import '@mantine/core/styles/Code.layer.css'

/** The password of a file that was just taken: shown now and never again. */
export function FilePassword({
  name,
  password,
  onClose,
}: {
  name: string
  password: string
  onClose: () => void
}): ReactElement {
  const { copied, copy } = useClipboard({ timeout: 3000 })
  const Picture = copied ? IconCheck : IconCopy
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Stack>
      <Text>
        <b>{name}</b> is in your downloads.
      </Text>
      <Alert color="yellow" icon={<IconKey size={18} />} title="Its password is shown once">
        Nobody can show it again. Tell it to the printing house apart from the file, for example by
        telephone. 7-Zip and WinZip open the file with it; Windows Explorer does not.
      </Alert>
      <Group gap="sm" wrap="wrap">
        <Code fz="lg" aria-label="Password of the file">
          {password}
        </Code>
        <Button
          ref={button}
          variant="default"
          leftSection={<Picture size={16} stroke={1.8} aria-hidden />}
          onClick={() => copy(password)}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button onClick={onClose}>I have kept it</Button>
      </Group>
    </Stack>
  )
}
