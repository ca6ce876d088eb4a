import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import classes from './copy-text.module.css'

/** A number or code that one click copies; `shown` is how it reads, `text` what is copied. */
export function CopyText({ text, shown = text }: { text: string; shown?: string }): ReactElement {
  const { copied, copy } = useClipboard({ timeout: 2000 })
  const Picture = copied ? IconCheck : IconCopy
  return (
    <button
      type="button"
      className={classes.copy}
      title="Copy"
      aria-label={copied ? `${shown} copied` : `Copy ${shown}`}
      onClick={() => copy(text)}
    >
      {shown}
      <Picture size={14} stroke={1.8} aria-hidden />
    </button>
  )
}
