import { Button, Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { ApiError, sentenceOf } from '../../../lib/api-error.ts'
import { ProgressLine } from './progress-line.tsx'
import classes from './reports.module.css'
import { size } from './sizes.ts'
import type { Coming, Download } from './use-download.ts'

function inWords({ bytes, of }: Coming): string {
  if (of !== null) return `${size(bytes)} of ${size(of)} so far`
  return bytes === 0 ? 'The file is being made …' : `${size(bytes)} so far`
}

/** What is happening with the file, or why the last one did not come. */
export function DownloadProgress({ coming, failure, cancel }: Download): ReactElement | null {
  if (coming) {
    const words = inWords(coming)
    return (
      <div className={classes.progress}>
        <ProgressLine label={coming.name} done={coming.bytes} total={coming.of} words={words} />
        <span>{words}</span>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={cancel}>
          Cancel
        </Button>
      </div>
    )
  }
  if (!failure) return null
  return (
    <div className={classes.why}>
      <Text size="sm">{`The last download failed: ${sentenceOf(failure)}`}</Text>
      {failure instanceof ApiError && failure.requestId && (
        <Text size="xs" c="dimmed">{`Request ${failure.requestId}`}</Text>
      )}
    </div>
  )
}
