import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { mayOnboard, type OnboardingKind } from '../../../../contract/people/onboarding.ts'
import { useRole } from '../../../lib/session.ts'
import { FileColumns } from './file-columns.tsx'
import { keepUpload } from './onboarding-queries.ts'
import classes from './onboarding.module.css'
import { RecentUploads } from './recent-uploads.tsx'
import { SendFile } from './send-file.tsx'
import { useUploadAddress } from './upload-address.ts'
import { UploadView } from './upload-view.tsx'

/**
 * Workers or distributors by file: template, sending, preview, applying. Which upload is open stands
 * in the address as `upload`, so that it is found again.
 */
export function OnboardingUploads({ kind }: { kind: OnboardingKind }): ReactElement {
  const client = useQueryClient()
  const address = useUploadAddress()
  const mayApply = mayOnboard(useRole(), kind)
  /** The upload that a file sent just now turned out to be, as it had been sent before. */
  const [sentBefore, setSentBefore] = useState<string | null>(null)
  const { upload } = address.query
  if (upload !== undefined) {
    return (
      <UploadView
        key={upload}
        kind={kind}
        uploadId={upload}
        sentBefore={sentBefore === upload}
        address={address}
      />
    )
  }
  return (
    <div className={classes.start}>
      <div className={classes.side}>
        {mayApply && (
          <SendFile
            kind={kind}
            onSent={(sent) => {
              setSentBefore(sent.sentBefore ? sent.uploadId : null)
              keepUpload(client, sent)
              address.open(sent.uploadId)
            }}
          />
        )}
        <RecentUploads kind={kind} address={address} />
      </div>
      <FileColumns kind={kind} />
    </div>
  )
}
