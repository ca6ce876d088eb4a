import { Alert, Button, Skeleton, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { KYC_FIELD_NAMES } from '../../../../contract/people/kyc-states.ts'
import { type KycDetail } from '../../../../contract/people/kyc.ts'
import { canSee } from '../../../../contract/menu.ts'
import { sentenceOf } from '../../../lib/api-error.ts'
import { useRole } from '../../../lib/session.ts'
import { Section } from '../../../ui/facts.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import classes from './kyc-drawer.module.css'
import { kycOptions } from './kyc-queries.ts'
import { RevocationPanel } from './revocation-panel.tsx'
import { KycTimeline } from './kyc-timeline.tsx'
import { FieldTag, StateTag, reasonInWords } from './kyc-words.tsx'

const REVIEW = '/dashboard/approvals/kyc_verification'

/** The fields of a KYC, masked, each with its verdict. */
export function KycFields({ fields }: Pick<KycDetail, 'fields'>): ReactElement {
  return (
    <Section title="Fields">
      <ul className={classes.fields}>
        {fields.map(({ field, state, parts, reason, note, decidedBy }) => {
          const why = reasonInWords(reason, note)
          return (
            <li key={field}>
              <div>
                <b>{KYC_FIELD_NAMES[field]}</b>
                <FieldTag state={state} />
              </div>
              {parts.length > 0 && <p>{parts.map(({ mask }) => mask).join(' · ')}</p>}
              {why && <small>{why}</small>}
              {decidedBy && <small>{`by ${decidedBy}`}</small>}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

/** Public to other features: where a member's KYC stands, field by field, and what happened to it. */
export function MemberKyc({
  memberId,
  onDialog,
}: {
  memberId: number
  onDialog?: (opened: boolean) => void
}): ReactElement {
  const role = useRole()
  const query = useQuery(kycOptions(memberId))
  if (query.isError) {
    return (
      <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert">
        <Text>{sentenceOf(query.error)}</Text>
        <Button size="xs" mt="xs" variant="default" onClick={() => void query.refetch()}>
          Try again
        </Button>
      </Alert>
    )
  }
  if (query.isPending) return <Skeleton height={180} aria-label="Loading" />
  const { kycState, fields, events } = query.data
  return (
    <>
      <div className={classes.top}>
        <StateTag state={kycState} />
        {kycState === 'pending' && canSee(role, REVIEW) && (
          <PageLink to={REVIEW} search={{ open: memberId }}>
            Review it
          </PageLink>
        )}
      </div>
      <RevocationPanel kyc={query.data} onDialog={onDialog} />
      {fields.length === 0 && <Text c="dimmed">The member has sent nothing yet.</Text>}
      {fields.length > 0 && <KycFields fields={fields} />}
      {events.length > 0 && (
        <Section title="What happened">
          <KycTimeline events={events} />
        </Section>
      )}
    </>
  )
}
