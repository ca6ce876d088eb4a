import { Button, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactElement } from 'react'
import {
  removeLogo,
  saveCompany,
  saveLogo,
  type Company,
} from '../../../../contract/platform/programme.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call, upload } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { PROGRAMME_KEY } from '../../../shell/programme.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import { identityBody, identityDraft, orNull } from './identity-draft.ts'
import { IdentityFields } from './identity-fields.tsx'
import { LogoField } from './logo-field.tsx'
import { companyOptions } from './setup-queries.ts'
import classes from './setup.module.css'

const NUMBERS = [
  { name: 'gstin', label: 'GSTIN' },
  { name: 'pan', label: 'PAN' },
  { name: 'tan', label: 'TAN' },
] as const
const REGISTRATION = [
  { name: 'dltEntity', label: 'DLT entity id' },
  { name: 'dltHeader', label: 'DLT header, the sender of an SMS' },
] as const

function legalDraft(company: Company) {
  const { legalName, address, gstin, pan, tan, dltEntity, dltHeader } = company
  return {
    legalName: legalName ?? '',
    address: address ?? '',
    gstin: gstin ?? '',
    pan: pan ?? '',
    tan: tan ?? '',
    dltEntity: dltEntity ?? '',
    dltHeader: dltHeader ?? '',
  }
}

/** The programme’s name and contact, and the company that documents name. */
export function CompanyCard({ company }: { company: Company }): ReactElement {
  const client = useQueryClient()
  const [identity, setIdentity] = useState(() => identityDraft(company))
  const [legal, setLegal] = useState(() => legalDraft(company))
  const take = (next: Company): void => {
    client.setQueryData(companyOptions().queryKey, next)
    void client.invalidateQueries({ queryKey: PROGRAMME_KEY })
    void client.invalidateQueries({ queryKey: ['setup', 'checklist'] })
  }
  const { busy, error, send } = useSending(async () => {
    const numbers = { gstin: orNull(legal.gstin), pan: orNull(legal.pan), tan: orNull(legal.tan) }
    const named = { legalName: orNull(legal.legalName), address: orNull(legal.address) }
    const dlt = { dltEntity: orNull(legal.dltEntity), dltHeader: orNull(legal.dltHeader) }
    const { version } = company
    const body = { ...identityBody(identity), ...named, ...numbers, ...dlt, version }
    take(await call(saveCompany, { body }))
    notifyDone('The programme was saved.')
  })
  const fields = error instanceof ApiError ? error.fields : {}
  const set = (change: Partial<typeof legal>): void => setLegal({ ...legal, ...change })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send()
  }
  return (
    <form className={classes.card} onSubmit={submit} noValidate aria-label="Programme and company">
      <div className={classes.head}>
        <h2>Programme and company</h2>
        <p>Receipts and settlement statements carry the company; members see the name.</p>
      </div>
      <LogoField
        url={company.logoUrl}
        onFile={async (file) =>
          take(await upload(saveLogo, { file: { bytes: file, type: file.type } }))
        }
        onRemove={async () => take(await call(removeLogo, {}))}
      />
      <IdentityFields draft={identity} errors={fields} onChange={setIdentity} />
      <TextInput
        label="Legal name of the company"
        value={legal.legalName}
        error={fields.legalName}
        onChange={(event) => set({ legalName: event.currentTarget.value })}
      />
      <Textarea
        label="Address"
        rows={3}
        value={legal.address}
        error={fields.address}
        onChange={(event) => set({ address: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        {[...NUMBERS, ...REGISTRATION].map(({ name, label }) => (
          <TextInput
            key={name}
            label={label}
            value={legal[name]}
            error={fields[name]}
            onChange={(event) => set({ [name]: event.currentTarget.value })}
          />
        ))}
      </div>
      {error !== null && Object.keys(fields).length === 0 && <FailureAlert error={error} />}
      <div>
        <Button type="submit" loading={busy}>
          Save
        </Button>
      </div>
    </form>
  )
}
