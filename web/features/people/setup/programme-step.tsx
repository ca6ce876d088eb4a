import { Button } from '@mantine/core'
import { useState, type FormEvent, type ReactElement } from 'react'
import { setupLogo, setupProgramme, type SetupGuide } from '../../../../contract/people/setup.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call, upload } from '../../../lib/api.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import { identityBody, identityDraft } from './identity-draft.ts'
import { IdentityFields } from './identity-fields.tsx'
import { LogoField } from './logo-field.tsx'
import classes from './setup.module.css'

export type StepProps = {
  token: string
  guide: SetupGuide
  onSaved: (guide: SetupGuide, step?: SetupGuide['step']) => void
}

/** Name, logo, colour, contact and languages. */
export function ProgrammeStep({ token, guide, onSaved }: StepProps): ReactElement {
  const [draft, setDraft] = useState(() => identityDraft(guide.programme))
  const { busy, error, send } = useSending(async () => {
    const next = await call(setupProgramme, { body: { token, ...identityBody(draft) } })
    onSaved(next, 'admin')
  })
  const fields = error instanceof ApiError ? error.fields : {}
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send()
  }
  const setLogo = async (file: File): Promise<void> => {
    const sent = { bytes: file, type: file.type }
    onSaved(await upload(setupLogo, { query: { token }, file: sent }), 'programme')
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <IdentityFields draft={draft} errors={fields} onChange={setDraft} />
      <LogoField url={guide.logoUrl} onFile={setLogo} />
      <p className={classes.note}>
        Days and months are those of India (IST, UTC+5:30). All of this can be changed later.
      </p>
      {error !== null && Object.keys(fields).length === 0 && <FailureAlert error={error} />}
      <Button type="submit" loading={busy}>
        Continue
      </Button>
    </form>
  )
}
