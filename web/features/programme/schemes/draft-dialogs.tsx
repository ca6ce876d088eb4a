import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { discardScheme, duplicateScheme } from '../../../../contract/programme/schemes.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import type { ActProps } from './act-props.ts'
import { keepScheme, schemeOptions } from './scheme-queries.ts'
import { schemeSource } from './schemes-list.tsx'

/** Deletes a draft: nothing was given by it, so there is nothing to keep. */
export function DiscardDialog({ scheme, opened, onMoved, onClose }: ActProps): ReactElement {
  const client = useQueryClient()
  const { schemeId, name } = scheme
  const { busy, error, send } = useSending(async () => {
    const { message } = await call(discardScheme, { params: { schemeId } })
    onClose()
    onMoved(undefined)
    notifyDone(message)
    client.removeQueries({ queryKey: schemeOptions(String(schemeId)).queryKey })
    await client.invalidateQueries({ queryKey: [schemeSource.name] })
  })
  return (
    <DialogForm
      opened={opened}
      title={`Discard “${name}”`}
      what={`The draft “${name}” is deleted with its simulations. It has given nothing, and it cannot be brought back.`}
      submit="Discard"
      danger
      busy={busy}
      failure={error}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {null}
    </DialogForm>
  )
}

/** A new draft with the same terms; the drawer goes on to it. */
export function DuplicateDialog({ scheme, opened, onMoved, onClose }: ActProps): ReactElement {
  const client = useQueryClient()
  const { schemeId, name } = scheme
  const { busy, error, send } = useSending(async () => {
    const copy = await call(duplicateScheme, { params: { schemeId } })
    keepScheme(client, copy)
    onClose()
    onMoved(copy.schemeId)
    notifyDone(`“${copy.name}” is drafted.`)
    await client.invalidateQueries({ queryKey: [schemeSource.name] })
  })
  return (
    <DialogForm
      opened={opened}
      title={`Duplicate “${name}”`}
      what={`A new draft gets the terms of “${name}”; where its first day has passed, it begins tomorrow. It gives nothing until somebody activates it.`}
      submit="Duplicate"
      busy={busy}
      failure={error}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {null}
    </DialogForm>
  )
}
