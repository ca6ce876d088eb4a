import { Button, Skeleton, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useId, type ReactElement } from 'react'
import {
  mayOnboard,
  type OnboardingKind,
  type Upload,
} from '../../../../contract/people/onboarding.ts'
import { sentenceOf } from '../../../lib/api-error.ts'
import { useRole } from '../../../lib/session.ts'
import { Moment } from '../../../ui/moment.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { recentOptions } from './onboarding-queries.ts'
import { countsInShort, KIND_WORDS, LOGS_PATH } from './onboarding-words.ts'
import classes from './onboarding.module.css'
import { PlaceLink } from './place-link.tsx'
import type { UploadAddress } from './upload-address.ts'
import { UploadTag } from './upload-styles.tsx'

function RecentUpload({
  upload,
  address,
}: {
  upload: Upload
  address: UploadAddress
}): ReactElement {
  const { uploadId, name, state, cameAt, cameBy } = upload
  const counts = countsInShort(upload)
  return (
    <li>
      <div className={classes.recentHead}>
        <PlaceLink
          href={address.hrefOfUpload(uploadId)}
          className={classes.fileLink}
          onFollow={() => address.open(uploadId)}
        >
          {name}
        </PlaceLink>
        <UploadTag state={state} />
      </div>
      {counts && <p>{counts}</p>}
      <p className={classes.quiet}>
        <Moment at={cameAt} />
        {` · ${cameBy}`}
      </p>
    </li>
  )
}

/** The last files of this kind, each with what became of it. */
export function RecentUploads({
  kind,
  address,
}: {
  kind: OnboardingKind
  address: UploadAddress
}): ReactElement {
  const heading = useId()
  const role = useRole()
  const { data, error, refetch } = useQuery(recentOptions(kind))
  const { many } = KIND_WORDS[kind]
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <div className={classes.cardHead}>
        <h2 id={heading}>Recent files</h2>
        {data && data.items.length > 0 && (
          <PageLink to={LOGS_PATH} search={{ show: 'uploads', kind }}>
            All uploads
          </PageLink>
        )}
      </div>
      {!data && !error && <Skeleton height={96} aria-label="Loading the recent files" />}
      {!data && error && (
        <div role="alert">
          <Text>{`The recent files could not be shown. ${sentenceOf(error)}`}</Text>
          <Button size="xs" mt="xs" variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data?.items.length === 0 && (
        <Text c="dimmed">
          {mayOnboard(role, kind)
            ? `None yet. Download the template, fill in one row for each of the ${many}, and drop the file above.`
            : 'None yet. Each file that is sent will stand here with what became of it.'}
        </Text>
      )}
      {data && data.items.length > 0 && (
        <ul className={classes.recent} aria-labelledby={heading}>
          {data.items.map((upload) => (
            <RecentUpload key={upload.uploadId} upload={upload} address={address} />
          ))}
        </ul>
      )}
    </section>
  )
}
