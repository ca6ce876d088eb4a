import { Alert, Button, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft, IconInfoCircle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type ReactElement } from 'react'
import type { OnboardingKind, Upload } from '../../../../contract/people/onboarding.ts'
import { formatMoment } from '../../../lib/format.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { isUnderWay, keepUpload, uploadOptions } from './onboarding-queries.ts'
import { countsInShort, formatBytes, KIND_WORDS, uploadSearchOf } from './onboarding-words.ts'
import classes from './onboarding.module.css'
import { PlaceLink } from './place-link.tsx'
import type { UploadAddress } from './upload-address.ts'
import { UPLOAD_STYLES, UploadTag } from './upload-styles.tsx'
import { UploadRows } from './upload-rows.tsx'
import { UploadStatus } from './upload-status.tsx'

/** Lists beside it are made again when it has come to an end by itself. */
function useEnding(upload: Upload | undefined): void {
  const client = useQueryClient()
  const ran = useRef(false)
  useEffect(() => {
    if (!upload) return
    const running = isUnderWay(upload)
    if (ran.current && !running) keepUpload(client, upload)
    ran.current = running
  }, [client, upload])
}

function Head({ upload, sentBefore }: { upload: Upload; sentBefore: boolean }): ReactElement {
  const { name, state, bytes, cameAt, cameBy } = upload
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // What was under the hand is gone with the page before.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <div className={classes.head}>
        <h2 ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <UploadTag state={state} />
        <Text size="sm" c="dimmed">
          {`${formatBytes(bytes)}, sent on ${formatMoment(cameAt)} by ${cameBy}`}
        </Text>
      </div>
      <VisuallyHidden role="status">
        {[UPLOAD_STYLES[state].label, isUnderWay(upload) ? '' : countsInShort(upload)]
          .filter(Boolean)
          .join(': ')}
      </VisuallyHidden>
      {sentBefore && (
        <Alert color="blue" icon={<IconInfoCircle size={18} />} role="status">
          {`This very file had been sent already, on ${formatMoment(cameAt)} by ${cameBy}. Nothing is done twice: this is that upload.`}
        </Alert>
      )}
    </>
  )
}

/** A link of another kind's upload leads to the page of that kind. */
function OtherKind({ upload }: { upload: Upload }): ReactElement {
  const { many, sendPath } = KIND_WORDS[upload.kind]
  return (
    <Alert color="blue" icon={<IconInfoCircle size={18} />}>
      {`${upload.name} is a file of ${many}. `}
      <PageLink to={sendPath} search={uploadSearchOf(upload.kind, upload.uploadId)}>
        Open it there
      </PageLink>
    </Alert>
  )
}

function LoadingSkeleton(): ReactElement {
  return (
    <div className={classes.view} role="status" aria-label="Loading the upload">
      <span className={classes.bone} data-size="head" />
      <span className={classes.bone} data-size="tiles" />
      <span className={classes.bone} data-size="rows" />
    </div>
  )
}

/** One upload under its own address: how far it is, what it would do, what it did. */
export function UploadView({
  kind,
  uploadId,
  sentBefore,
  address,
}: {
  kind: OnboardingKind
  uploadId: string
  sentBefore: boolean
  address: UploadAddress
}): ReactElement {
  const { data: upload, error, refetch } = useQuery(uploadOptions(uploadId))
  useEnding(upload)
  const back = (
    <PlaceLink
      href={address.hrefOfUpload(undefined)}
      className={classes.back}
      onFollow={() => address.open(undefined)}
    >
      <IconArrowLeft size={16} stroke={1.8} aria-hidden />
      All files
    </PlaceLink>
  )
  if (!upload) {
    if (!error) return <LoadingSkeleton />
    return (
      <div className={classes.view}>
        {back}
        <FailureAlert error={error} title="The upload could not be shown" />
        <div>
          <Button variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      </div>
    )
  }
  const withRows = !['reading', 'refused', 'discarded'].includes(upload.state)
  return (
    <div className={classes.view}>
      {back}
      <Head upload={upload} sentBefore={sentBefore} />
      {upload.kind !== kind ? (
        <OtherKind upload={upload} />
      ) : (
        <>
          <UploadStatus upload={upload} lost={error} address={address} />
          {withRows && <UploadRows upload={upload} address={address} />}
        </>
      )}
    </div>
  )
}
