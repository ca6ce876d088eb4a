import { Modal } from '@mantine/core'
import type { ReactElement } from 'react'
import classes from './keys-dialog.module.css'
import { useSignKeys } from './use-keys.ts'

/** Keys with one space between them, and what they do. */
export type KeyHelp = readonly (readonly [keys: string, what: string])[]

export function KeysDialog({
  keys,
  signs: signsLabel,
  opened,
  onClose,
}: {
  keys: KeyHelp
  /** The switch of letters and signs in words. */
  signs: string
  opened: boolean
  onClose: () => void
}): ReactElement {
  const [signs, setSigns] = useSignKeys()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Keys"
      size={400}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <dl className={classes.keys}>
        {keys.map(([names, what]) => (
          <div key={names}>
            <dt>
              {names.split(' ').map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className={classes.signs}>
        <input
          type="checkbox"
          checked={signs}
          onChange={(event) => setSigns(event.currentTarget.checked)}
        />
        {signsLabel}
      </label>
    </Modal>
  )
}
