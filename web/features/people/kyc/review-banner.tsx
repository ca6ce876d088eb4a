import { Alert, Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconLock, IconLockOpen } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { KYC_FIELD_NAMES, type KycField } from '../../../../contract/people/kyc-states.ts'
import { type KycDetail } from '../../../../contract/people/kyc.ts'
import { ApiError, sentenceOf } from '../../../lib/api-error.ts'
import { formatTime } from '../../../lib/format.ts'
import type { Hold } from './use-hold.ts'

type Ways = { next: (() => void) | undefined; retry: () => void }

function Buttons({ next, retry }: { next?: Ways['next']; retry?: (() => void) | undefined }) {
  if (!next && !retry) return null
  return (
    <Group gap="xs" mt="xs">
      {next && (
        <Button size="xs" onClick={next}>
          Next one
        </Button>
      )}
      {retry && (
        <Button size="xs" variant="default" onClick={retry}>
          Open it
        </Button>
      )}
    </Group>
  )
}

/** Why it cannot be decided now: somebody has it, it is decided, or the server did not give it. */
function Refused({
  detail,
  error,
  next,
  retry,
}: { detail: KycDetail; error: unknown } & Ways): ReactElement {
  const { lock, kycState } = detail
  if (!(error instanceof ApiError) || error.status !== 409) {
    return (
      <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} />} title="It is not open">
        {`${sentenceOf(error)} You can look at it, and your verdicts so far are kept.`}
        <Buttons retry={retry} />
      </Alert>
    )
  }
  if (kycState !== 'pending') {
    return (
      <Alert color="gray" role="alert" icon={<IconInfoCircle size={18} />}>
        {sentenceOf(error)}
        <Buttons next={next} />
      </Alert>
    )
  }
  if (lock && !lock.mine) {
    return (
      <Alert color="yellow" role="alert" icon={<IconLock size={18} />}>
        {`${lock.by} has this open until ${formatTime(lock.until)}. You can look at it, but not decide.`}
        <Buttons next={next} />
      </Alert>
    )
  }
  return (
    <Alert color="blue" role="alert" icon={<IconLockOpen size={18} />}>
      {'It is free now.'}
      <Buttons next={next} retry={retry} />
    </Alert>
  )
}

const named = (fields: readonly KycField[]): string =>
  fields.map((field) => KYC_FIELD_NAMES[field]).join(', ')

/** What the reviewer must know before going on. */
export function ReviewBanner({
  detail,
  hold,
  notice,
  outdated,
  ...ways
}: {
  detail: KycDetail
  hold: Hold
  /** What a failed decision said. */
  notice: string | null
  outdated: readonly KycField[]
} & Ways): ReactElement {
  const changed = outdated.length > 0 && detail.kycState === 'pending'
  return (
    <>
      {hold.kind === 'refused' && <Refused detail={detail} error={hold.error} {...ways} />}
      {hold.kind === 'lapsed' && (
        <Alert color="yellow" role="alert" icon={<IconLockOpen size={18} />}>
          Nothing was done here for ten minutes, so others may open it. It is yours again as soon as
          you go on.
        </Alert>
      )}
      {detail.lacking.length > 0 && (
        <Alert color="yellow" icon={<IconInfoCircle size={18} />}>
          {`Required of a ${detail.memberKind} and not sent: ${named(detail.lacking)}. It can be asked for, but not approved.`}
        </Alert>
      )}
      {(notice !== null || changed) && (
        <Alert color="yellow" role="alert" icon={<IconInfoCircle size={18} />}>
          {[
            notice,
            notice && 'It was loaded again, and the verdicts that still apply are kept.',
            changed && `Sent again since your verdict, so look again: ${named(outdated)}.`,
          ]
            .filter(Boolean)
            .join(' ')}
        </Alert>
      )}
    </>
  )
}
