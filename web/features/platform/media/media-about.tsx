import { TextInput, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { changeMedia, type MediaDetail } from '../../../../contract/platform/media.ts'
import { ApiError, sentenceOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { Tag } from '../../../ui/tag.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import classes from './media-drawer.module.css'
import { keepMedia } from './media-queries.ts'
import { TagsField } from './tags-field.tsx'

/** Title and tags for those who only look. */
export function PlainAbout({ media: { title, tags } }: { media: MediaDetail }): ReactElement {
  return (
    <div className={classes.about}>
      <h3 className={classes.title}>{title}</h3>
      {tags.length > 0 && (
        <div className={classes.tags}>
          {tags.map((tag) => (
            <Tag key={tag} tone="gray">
              {tag}
            </Tag>
          ))}
        </div>
      )}
    </div>
  )
}

function fieldErrors(error: unknown): { title?: string; tags?: string } {
  if (error === null) return {}
  const fields = error instanceof ApiError ? error.fields : {}
  if (fields.title) return { title: fields.title }
  const tags = Object.entries(fields).find(([name]) => name.startsWith('tags'))?.[1]
  return tags ? { tags } : { title: sentenceOf(error) }
}

/** Title and tags, changed in place: the title when it is left or with Enter, a tag at once. */
export function MediaAbout({ media }: { media: MediaDetail }): ReactElement {
  const client = useQueryClient()
  const [title, setTitle] = useState(media.title)
  const [tags, setTags] = useState(media.tags)
  const [said, setSaid] = useState('')
  const { busy, error, send } = useSending(async (body: { title: string; tags: string[] }) => {
    const after = await call(changeMedia, { params: { mediaId: media.mediaId }, body })
    keepMedia(client, after)
    setTitle((now) => (now === body.title ? after.title : now))
    setSaid('Saved.')
  })
  const read = changeMedia.body?.shape.title.safeParse(title)
  const problem = read?.success === false ? read.error.issues[0]?.message : undefined
  const errors = fieldErrors(error)
  const saveTitle = (): void => {
    if (!problem && title.trim() !== media.title) void send({ title: title.trim(), tags })
  }
  const saveTags = (next: string[]): void => {
    setTags(next)
    if (next.join() !== media.tags.join()) void send({ title: media.title, tags: next })
  }
  return (
    <div className={classes.about}>
      <TextInput
        label="Title"
        maxLength={120}
        value={title}
        error={problem ?? errors.title}
        onChange={(event) => {
          setTitle(event.currentTarget.value)
          setSaid('')
        }}
        onBlur={saveTitle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') saveTitle()
        }}
      />
      <TagsField label="Tags" value={tags} error={errors.tags} onChange={saveTags} />
      <VisuallyHidden role="status">{busy ? 'Saving.' : said}</VisuallyHidden>
    </div>
  )
}
