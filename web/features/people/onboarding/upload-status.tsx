import { Alert, Button, Group, Text } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconPlayerPause,
  IconTrash,
} from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import { canSee } from '../../../../contract/menu.ts'
import { applyUpload, mayOnboard, type Upload } from '../../../../contract/people/onboarding.ts'
import { sentenceOf } from '../../../lib/api-error.ts'
import { formatAmount, formatMoment, formatNumber } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { UploadPoints } from './upload-points.tsx'
import { ApplyDialog, DiscardDialog, TakeBackDialog, useUploadAct } from './apply-dialog.tsx'
import { KIND_WORDS, LOGS_PATH, whatApplied, whatApplies } from './onboarding-words.ts'
import classes from './onboarding.module.css'
import { Progress } from './progress.tsx'
import type { UploadAddress } from './upload-address.ts'

const FINDS = 'It goes on when you leave, and is found again under this address.'

function Refused({ upload, address }: { upload: Upload; address: UploadAddress }): ReactElement {
  const maySend = mayOnboard(useRole(), upload.kind)
  return (
    <div className={classes.refused} role="alert">
      <IconCircleX size={26} stroke={1.6} aria-hidden />
      <div>
        <p className={classes.big}>{upload.words ?? 'The file cannot be read.'}</p>
        <p>Nothing of it was taken. Mend the file and send it again.</p>
        {maySend && (
          <Button variant="default" mt="sm" onClick={() => address.open(undefined)}>
            Send another file
          </Button>
        )}
      </div>
    </div>
  )
}

/** What may be done with a file that is read. */
function Ready({ upload }: { upload: Upload }): ReactElement {
  const [dialog, setDialog] = useState<'apply' | 'discard' | null>(null)
  const mayApply = mayOnboard(useRole(), upload.kind)
  const { creates, changes, refused } = upload
  const nothing = creates + changes + refused === 0
  const close = (): void => setDialog(null)
  return (
    <div className={classes.ready}>
      <Text>
        {nothing
          ? 'Every row says what is known already: there is nothing to apply.'
          : `Nothing is applied yet. ${whatApplies(upload)}`}
      </Text>
      {mayApply && (
        <Group gap="xs" wrap="nowrap">
          <Button variant="default" onClick={() => setDialog('discard')}>
            Discard
          </Button>
          {!nothing && <Button onClick={() => setDialog('apply')}>Apply</Button>}
        </Group>
      )}
      <ApplyDialog upload={upload} opened={dialog === 'apply'} onClose={close} />
      <DiscardDialog upload={upload} opened={dialog === 'discard'} onClose={close} />
    </div>
  )
}

function Stopped({ upload }: { upload: Upload }): ReactElement {
  const { words, applied, creates, changes } = upload
  const { busy, error, send } = useUploadAct(applyUpload, upload)
  const mayApply = mayOnboard(useRole(), upload.kind)
  return (
    <Alert
      color="yellow"
      icon={<IconPlayerPause size={18} />}
      title={`It stopped after ${formatNumber(applied)} of ${formatAmount(creates + changes, 'row')}`}
    >
      <Text>
        {[words, 'What is applied stays; going on applies the rest and does nothing twice.']
          .filter(Boolean)
          .join(' ')}
      </Text>
      {error !== null && <FailureAlert error={error} title="It did not go on" />}
      {mayApply && (
        <Button size="xs" mt="xs" loading={busy} onClick={() => void send()}>
          Go on
        </Button>
      )}
    </Alert>
  )
}

function Applied({ upload }: { upload: Upload }): ReactElement {
  const role = useRole()
  const [takesBack, setTakesBack] = useState(false)
  const { kind, uploadId, open, appliedBy, endedAt } = upload
  // What rows were before a file changed them is not kept.
  const mayTakeBack = kind !== 'points' && upload.changes === 0 && mayOnboard(role, kind)
  const { listPath, listLabel, section } = KIND_WORDS[kind]
  const when = endedAt ? ` on ${formatMoment(endedAt)}` : ''
  return (
    <Alert color="green" icon={<IconCircleCheck size={18} />} title={whatApplied(upload)}>
      <div className={classes.links}>
        <span>{`Applied${when}${appliedBy ? ` by ${appliedBy}` : ''}.`}</span>
        {canSee(role, listPath) && (
          <PageLink to={listPath} search={section ?? {}}>
            {listLabel}
          </PageLink>
        )}
        {canSee(role, LOGS_PATH) && upload.refused > 0 && (
          <PageLink
            to={LOGS_PATH}
            search={{ upload: uploadId, ...(open > 0 && { status: ['open'] }) }}
          >
            {open > 0
              ? `Correct ${formatAmount(open, 'refused row')}`
              : 'Its error log: all are settled'}
          </PageLink>
        )}
      </div>
      {mayTakeBack && (
        <Button variant="default" size="xs" mt="xs" onClick={() => setTakesBack(true)}>
          Take back
        </Button>
      )}
      <TakeBackDialog upload={upload} opened={takesBack} onClose={() => setTakesBack(false)} />
    </Alert>
  )
}

function Lost({ error }: { error: Error | null }): ReactElement | null {
  if (!error) return null
  return (
    <p className={classes.quiet} role="status">
      {`How far it is could not be read: ${sentenceOf(error)} It is asked again.`}
    </p>
  )
}

/** Where an upload is in its life, and what may be done about it. */
export function UploadStatus({
  upload,
  lost,
  address,
}: {
  upload: Upload
  lost: Error | null
  address: UploadAddress
}): ReactElement {
  const { state, rows, applied, creates, changes } = upload
  switch (state) {
    case 'reading':
      return (
        <div>
          <Progress
            label="Reading the file"
            done={rows}
            words={`${formatAmount(rows, 'row')} read and checked.`}
            note={FINDS}
          />
          <Lost error={lost} />
        </div>
      )
    case 'refused':
      return <Refused upload={upload} address={address} />
    case 'ready':
      return <Ready upload={upload} />
    case 'applying':
      return (
        <div>
          <Progress
            label="Applying the file"
            done={applied}
            total={creates + changes}
            words={`${formatNumber(applied)} of ${formatAmount(creates + changes, 'row')} applied.`}
            note={FINDS}
          />
          <Lost error={lost} />
        </div>
      )
    case 'stopped':
      return <Stopped upload={upload} />
    case 'applied':
      return (
        <>
          <Applied upload={upload} />
          <UploadPoints uploadId={upload.uploadId} />
        </>
      )
    case 'taken_back':
      return (
        <Alert color="gray" icon={<IconArrowBackUp size={18} />} title="Nothing of it is left">
          <p>{upload.words}</p>
          <p>The same file can be sent again.</p>
        </Alert>
      )
    case 'discarded':
      return (
        <Alert color="gray" icon={<IconTrash size={18} />}>
          {upload.words ??
            'This file was discarded: nothing of it was applied, and its rows are forgotten. The same file can be sent again.'}
        </Alert>
      )
  }
}
