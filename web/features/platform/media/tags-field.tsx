import { TagsInput } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { changeMedia } from '../../../../contract/platform/media.ts'
import { tagsOptions } from './media-queries.ts'

const MOST_TAGS = 10
const tag = changeMedia.body?.shape.tags.unwrap().element

/** The tags as they are kept, and what is wrong with the first that cannot be. */
function readTags(written: readonly string[]): { tags: string[]; problem: string | null } {
  const read = written.map((text) => tag?.safeParse(text))
  return {
    tags: [...new Set(read.flatMap((one) => (one?.success ? [one.data] : [])))],
    problem: read.find((one) => one && !one.success)?.error?.issues[0]?.message ?? null,
  }
}

/** Tags of an item; those in use are offered. Enter or a comma ends one. */
export function TagsField({
  label,
  value,
  error,
  size = 'sm',
  onChange,
}: {
  label: string
  value: string[]
  error?: string | undefined
  size?: 'xs' | 'sm'
  onChange: (tags: string[]) => void
}): ReactElement {
  const { data } = useQuery(tagsOptions())
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <TagsInput
      size={size}
      label={label}
      placeholder={value.length === 0 ? 'Such as: diwali, cement' : ''}
      data={data?.tags.map((known) => known.tag) ?? []}
      maxTags={MOST_TAGS}
      limit={8}
      splitChars={[',', ';']}
      acceptValueOnBlur
      value={value}
      error={problem ?? error}
      onChange={(written) => {
        const read = readTags(written)
        setProblem(read.problem)
        onChange(read.tags)
      }}
    />
  )
}
