import { Button, TextInput } from '@mantine/core'
import { IconCamera, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type FormEvent, type ReactElement } from 'react'
import type { z } from 'zod'
import { CameraDialog } from './camera-dialog.tsx'
import classes from './finder.module.css'

type FinderFormProps = {
  label: string
  asked: string
  /** What the endpoint takes; what it refuses is said before anything is sent. */
  schema: z.ZodType<{ q: string }> | undefined
  problem: string | undefined
  searching: boolean
  onFind: (q: string) => void
}

/** The one field of a finder, of ours and of the vendor's, typed or read by the camera. What was asked stands in it. */
export function FinderForm({
  label,
  asked,
  schema,
  problem,
  searching,
  onFind,
}: FinderFormProps): ReactElement {
  const [text, setText] = useState(asked)
  const [own, setOwn] = useState<string>()
  const [looking, setLooking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const find = (wanted: string): void => {
    const read = schema?.safeParse({ q: wanted })
    setOwn(read?.error?.issues[0]?.message)
    if (read?.success) onFind(read.data.q)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    find(text)
  }
  const take = (code: string): void => {
    setLooking(false)
    setText(code)
    find(code)
  }
  const shown = own ?? (text.trim() === asked ? problem : undefined)
  return (
    <>
      <form className={classes.form} onSubmit={submit} noValidate role="search">
        <TextInput
          className={classes.field}
          classNames={{ label: classes.label }}
          label={label}
          size="md"
          name="q"
          ref={field}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={text}
          error={shown}
          errorProps={{ role: 'alert' }}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setOwn(undefined)
          }}
        />
        <Button
          type="submit"
          size="md"
          loading={searching}
          leftSection={<IconSearch size={18} aria-hidden />}
        >
          Find
        </Button>
        <Button
          variant="default"
          size="md"
          leftSection={<IconCamera size={18} aria-hidden />}
          onClick={() => setLooking(true)}
        >
          Scan with the camera
        </Button>
      </form>
      <CameraDialog opened={looking} onRead={take} onClose={() => setLooking(false)} />
    </>
  )
}
