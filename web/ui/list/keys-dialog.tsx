import { Modal } from '@mantine/core'
import type { ReactElement } from 'react'
import classes from './list-page.module.css'
import { useSignKeys } from './use-list-keys.ts'

const KEYS = [
  ['↓ ↑', 'From row to row'],
  ['Home End', 'First and last row of the page'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close what is open'],
  ['/', 'Search'],
  ['] [', 'Next and previous page'],
  ['?', 'This help'],
] as const

export function KeysDialog({
  opened,
  onClose,
}: {
  opened: boolean
  onClose: () => void
}): ReactElement {
  const [signs, setSigns] = useSignKeys()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Keys"
      size={380}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <dl className={classes.keys}>
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
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
        Use / ? [ ] as keys
      </label>
    </Modal>
  )
}
