import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import {
  ONBOARDING_MAX_BYTES,
  sendOnboarding,
  type OnboardingKind,
  type Upload,
} from '../../../../contract/people/onboarding.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { upload } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { FileDrop, type SelectedFile } from '../../../ui/file-drop.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import { formatBytes, KIND_WORDS } from './onboarding-words.ts'
import classes from './onboarding.module.css'
import { Progress } from './progress.tsx'

const NAME_MAX = 200
const MEGABYTE = 1024 * 1024

type Going = { name: string; total: number; sent: number }

/** Sends a file and tells by bytes how far it is. One that is taken back is no failure. */
function useFileSending(kind: OnboardingKind, onSent: (sent: Upload) => void) {
  const [going, setGoing] = useState<Going | null>(null)
  const aborting = useRef<AbortController>(null)
  const shown = useRef(true)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  const { error, busy, send } = useSending(async ({ name, bytes, type }: SelectedFile) => {
    const { signal } = (aborting.current = new AbortController())
    setGoing({ name, total: bytes.size, sent: 0 })
    try {
      const sent = await upload(sendOnboarding, {
        params: { kind },
        query: { name: name.slice(-NAME_MAX) },
        file: { bytes, type },
        signal,
        onSent: (count) => setGoing({ name, total: bytes.size, sent: count }),
      })
      if (shown.current) onSent(sent)
      else notifyDone(`${name} has arrived and is read. It stands with the recent files.`)
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.code === 'aborted')) throw failure
    } finally {
      setGoing(null)
    }
  })
  return { going, error, busy, send, stop: () => aborting.current?.abort() }
}

/** Takes a file and sends it; what it would do is shown before anything is applied. */
export function SendFile({
  kind,
  onSent,
}: {
  kind: OnboardingKind
  onSent: (sent: Upload) => void
}): ReactElement {
  const { going, error, busy, send, stop } = useFileSending(kind, onSent)
  return (
    <div className={classes.send}>
      <FileDrop
        label={`Drop the file of ${KIND_WORDS[kind].many} here`}
        hint={`Spreadsheet (.xlsx) or comma-separated text (.csv), at most ${ONBOARDING_MAX_BYTES / MEGABYTE} MB. You see what it does before anything is applied.`}
        busy={busy}
        maxBytes={ONBOARDING_MAX_BYTES}
        onFile={(file) => void send(file)}
      />
      {going && (
        <div className={classes.going}>
          <Progress
            label={`Sending ${going.name}`}
            done={going.sent}
            total={going.total}
            words={
              going.sent < going.total
                ? `${formatBytes(going.sent)} of ${formatBytes(going.total)} sent.`
                : 'All of it is sent.'
            }
            note={going.sent < going.total ? undefined : 'It is being put away.'}
          />
          <Button size="xs" variant="default" onClick={stop}>
            Stop sending
          </Button>
        </div>
      )}
      {error !== null && <FailureAlert error={error} title="The file was not taken" />}
    </div>
  )
}
