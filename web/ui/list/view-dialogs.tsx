import { Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useLocation } from '@tanstack/react-router'
import { useState, type ReactElement } from 'react'
import { canSee } from '../../../contract/menu.ts'
import { ROLE_NAMES, ROLES, type Role } from '../../../contract/roles.ts'
import { changeView, saveView, type SavedView } from '../../../contract/platform/views.ts'
import { notifyDone } from '../../lib/notify.tsx'
import { DeleteDialog } from '../delete-dialog.tsx'
import { DialogForm, useDialogForm } from '../dialog-form.tsx'
import { useKept } from '../use-kept.ts'
import classes from './view-dialogs.module.css'
import type { SavedViews } from './use-saved-views.ts'

export type ViewDialog = 'save' | 'rename' | 'share' | 'delete'
type Common = { opened: boolean; saved: SavedViews; onClose: () => void }

const SHARED = 'Each person of these roles sees it; only you change it.'

/** The roles that see this page, to share a view with. */
function RolesField({
  value,
  error,
  onChange,
}: {
  value: readonly Role[]
  error: string | undefined
  onChange: (roles: Role[]) => void
}): ReactElement {
  const { pathname } = useLocation()
  const offered = ROLES.filter((role) => canSee(role, pathname) || value.includes(role))
  return (
    <Checkbox.Group
      label="Share with"
      description={SHARED}
      value={[...value]}
      error={error}
      onChange={(selected) => onChange(ROLES.filter((role) => selected.includes(role)))}
    >
      <div className={classes.roles}>
        {offered.map((role) => (
          <Checkbox key={role} value={role} label={ROLE_NAMES[role]} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

function NameField({
  value,
  onChange,
  ...field
}: {
  value: string
  onChange: (name: string) => void
  error: string | undefined
  onBlur: () => void
}): ReactElement {
  return (
    <TextInput
      label="Name"
      required
      data-autofocus
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...field}
    />
  )
}

const FORM = { name: true, sharedWith: true } as const
const NEW_VIEW = { body: saveView.body?.pick(FORM) }

function SaveDialog({ opened, saved, searched, onClose }: Common & { searched: boolean }) {
  const [values, setValues] = useState<{ name: string; sharedWith: Role[] }>({
    name: '',
    sharedWith: [],
  })
  const { busy, failure, send, field } = useDialogForm(NEW_VIEW, values)
  return (
    <DialogForm
      opened={opened}
      title="Save view"
      what={`The filters, the order, the columns and their widths, as you see them now.${
        searched ? ' Not the search: it may name a person.' : ''
      }`}
      submit="Save"
      busy={busy}
      failure={failure}
      onClose={onClose}
      onSubmit={() =>
        void send(async (fields) => {
          await saved.save(fields)
          notifyDone(`“${fields.name}” is saved.`)
          onClose()
        })
      }
    >
      <NameField
        value={values.name}
        onChange={(name) => setValues({ ...values, name })}
        {...field('name')}
      />
      <RolesField
        value={values.sharedWith}
        error={field('sharedWith').error}
        onChange={(sharedWith) => setValues({ ...values, sharedWith })}
      />
    </DialogForm>
  )
}

const NEW_NAME = { body: changeView.body?.pick({ name: true }).required() }

function RenameDialog({ opened, saved, view, onClose }: Common & { view: SavedView }) {
  const [name, setName] = useState(view.name)
  const { busy, failure, send, field } = useDialogForm(NEW_NAME, { name })
  return (
    <DialogForm
      opened={opened}
      title={`Rename “${view.name}”`}
      what="Its address stays the same."
      submit="Rename"
      busy={busy}
      failure={failure}
      onClose={onClose}
      onSubmit={() =>
        void send(async (fields) => {
          await saved.change(fields)
          notifyDone(`It is called “${fields.name}” now.`)
          onClose()
        })
      }
    >
      <NameField value={name} onChange={setName} {...field('name')} />
    </DialogForm>
  )
}

const NEW_SHARING = { body: changeView.body?.pick({ sharedWith: true }).required() }

function ShareDialog({ opened, saved, view, onClose }: Common & { view: SavedView }) {
  const [sharedWith, setSharedWith] = useState(view.sharedWith)
  const { busy, failure, send, field } = useDialogForm(NEW_SHARING, { sharedWith })
  const roles = sharedWith.map((role) => ROLE_NAMES[role]).join(', ')
  return (
    <DialogForm
      opened={opened}
      title={`Share “${view.name}”`}
      what="Choose none to keep it for yourself. It is on record with whom you share it."
      submit="Share"
      busy={busy}
      failure={failure}
      onClose={onClose}
      onSubmit={() =>
        void send(async (fields) => {
          await saved.change(fields)
          notifyDone(roles ? `“${view.name}” is shared with ${roles}.` : `It is yours alone now.`)
          onClose()
        })
      }
    >
      <RolesField value={sharedWith} error={field('sharedWith').error} onChange={setSharedWith} />
    </DialogForm>
  )
}

/** The dialogs of the views menu; each starts over when it is opened. */
export function ViewDialogs({
  dialog,
  searched,
  ...common
}: Common & { dialog: ViewDialog; searched: boolean }): ReactElement | null {
  const view = useKept(common.saved.opened, common.opened)
  const [begun, setBegun] = useState({ opened: false, times: 0 })
  if (begun.opened !== common.opened) {
    setBegun({ opened: common.opened, times: begun.times + (common.opened ? 1 : 0) })
  }
  const key = `${dialog} ${begun.times}`
  if (dialog === 'save') return <SaveDialog key={key} {...common} searched={searched} />
  if (!view) return null
  if (dialog === 'rename') return <RenameDialog key={key} {...common} view={view} />
  if (dialog === 'share') return <ShareDialog key={key} {...common} view={view} />
  return (
    <DeleteDialog
      key={key}
      name={common.opened ? view.name : null}
      what={
        view.sharedWith.length > 0
          ? 'It goes for everybody it is shared with. The list itself stays as it is.'
          : 'The list itself stays as it is.'
      }
      returnFocus={false}
      onDelete={async () => {
        await common.saved.remove()
        notifyDone(`“${view.name}” is deleted.`)
        common.onClose()
      }}
      onClose={common.onClose}
    />
  )
}
