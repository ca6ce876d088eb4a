import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactElement } from 'react'
import { useWords } from '../language.ts'
import type { PlantMe } from '../kept-me.ts'
import classes from './pin-actions.module.css'
import { lockNow, useIdleLock } from './idle-lock.ts'
import { PIN_WORDS } from './pin-words.ts'

const PinDialog = lazy(async () => ({ default: (await import('./pin-dialog.tsx')).PinDialog }))

/** Sets the PIN; once there is one, locks the phone, by hand and by itself. */
export function PinActions({ me: { hasPin, lockMinutes } }: { me: PlantMe }): ReactElement {
  const words = useWords(PIN_WORDS)
  const [asked, setAsked] = useState<'no' | 'open' | 'closed'>('no')
  useIdleLock(hasPin ? lockMinutes : null)
  return (
    <div className={classes.actions}>
      {hasPin && (
        <Button
          variant="default"
          size="sm"
          mih={44}
          leftSection={<IconLock size={18} aria-hidden />}
          onClick={() => void lockNow()}
        >
          {words.lockNow}
        </Button>
      )}
      <Button
        variant={hasPin ? 'subtle' : 'light'}
        size="sm"
        mih={44}
        leftSection={hasPin ? undefined : <IconLock size={18} aria-hidden />}
        onClick={() => setAsked('open')}
      >
        {hasPin ? words.change : words.set}
      </Button>
      {asked !== 'no' && (
        <Suspense>
          <PinDialog
            key={String(hasPin)}
            has={hasPin}
            opened={asked === 'open'}
            onClose={() => setAsked('closed')}
          />
        </Suspense>
      )}
    </div>
  )
}
