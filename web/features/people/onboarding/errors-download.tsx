import { Button, NativeSelect } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  onboardingErrorFile,
  ONBOARDING_KINDS,
  type OnboardingKind,
  type Upload,
} from '../../../../contract/people/onboarding.ts'
import { download } from '../../../lib/api.ts'
import { formatDayOf, formatNumber } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import { choicesOptions } from './error-queries.ts'
import { KIND_WORDS, openErrorsOf } from './onboarding-words.ts'

type Which = { kind: OnboardingKind; upload: string | undefined }
type Option = { value: string; label: string; which: Which }

function optionsOf(uploads: readonly Upload[]): Option[] {
  const whole = ONBOARDING_KINDS.map((kind) => ({
    value: kind,
    label: `All open rows of ${KIND_WORDS[kind].many}`,
    which: { kind, upload: undefined },
  }))
  const single = uploads
    .filter((upload) => openErrorsOf(upload) > 0)
    .map(({ uploadId, kind, name, cameAt, open }) => ({
      value: uploadId,
      label: `${name}, ${formatDayOf(cameAt)}: ${formatNumber(open)} open`,
      which: { kind, upload: uploadId },
    }))
  return [...whole, ...single]
}

function Form({ first, onClose }: { first: string; onClose: () => void }): ReactElement {
  const { data } = useQuery(choicesOptions())
  const [selected, setSelected] = useState(first)
  const options = optionsOf(data?.items ?? [])
  const option = options.find(({ value }) => value === selected) ?? options[0]
  const { busy, error, send } = useSending(async ({ kind, upload }: Which) => {
    const name = `${kind}-errors.xlsx`
    await download(onboardingErrorFile, { params: { kind }, query: { upload } }, name)
    notifyDone(`${name} is saved. Correct the rows in it and send it again.`)
    onClose()
  })
  return (
    <DialogForm
      opened
      title="Download open errors"
      what="The rows come with the columns they were sent with and the reasons. Correct them in the file and send it as any other: a row that is right then is applied and its error is settled."
      submit="Download"
      busy={busy}
      failure={error}
      onSubmit={() => option && void send(option.which)}
      onClose={onClose}
    >
      <NativeSelect
        label="Which rows"
        value={option?.value}
        data={options.map(({ value, label }) => ({ value, label }))}
        onChange={(event) => setSelected(event.currentTarget.value)}
      />
    </DialogForm>
  )
}

/** The open errors as a spreadsheet that can be corrected and sent again. */
export function ErrorsDownload({
  first,
}: {
  /** What is chosen to begin with: an upload or a kind. */
  first: string
}): ReactElement {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Download open errors
      </Button>
      {opened && <Form first={first} onClose={() => setOpened(false)} />}
    </>
  )
}
