import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { stateName } from '../../../../contract/india.ts'
import type { KycDetail } from '../../../../contract/people/kyc.ts'
import { canSee } from '../../../../contract/menu.ts'
import { formatMobile, formatWord } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { Facts, Section, type Fact } from '../../../ui/facts.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import classes from './kyc-drawer.module.css'
import { KycFields } from './member-kyc.tsx'
import { kycOptions } from './kyc-queries.ts'
import { RevocationPanel } from './revocation-panel.tsx'
import { KycTimeline } from './kyc-timeline.tsx'
import { StateTag } from './kyc-words.tsx'

const REVIEW = '/dashboard/approvals/kyc_verification'
const LOGS = '/dashboard/approvals/kyc_logs'

function Member({ kyc }: { kyc: KycDetail }): ReactElement {
  const role = useRole()
  const { memberId, memberName, memberCode, mobile, memberKind, city, state, submittedAt } = kyc
  const facts: Fact[] = [
    [
      'Member',
      <PageLink key="member" to="/dashboard/users" search={{ open: memberId }}>
        {memberName}
      </PageLink>,
    ],
    ['Member code', <CopyText key="code" text={memberCode} />],
    ['Mobile', <CopyText key="mobile" text={mobile} shown={formatMobile(mobile)} />],
    ['Type', formatWord(memberKind)],
    ['Place', `${city}, ${stateName(state)}`],
    ['Submitted', submittedAt && <Moment at={submittedAt} />],
  ]
  return (
    <>
      <div className={classes.top}>
        <StateTag state={kyc.kycState} />
        {kyc.kycState === 'pending' && canSee(role, REVIEW) && (
          <PageLink to={REVIEW} search={{ open: memberId }}>
            Review it
          </PageLink>
        )}
      </div>
      <Facts facts={facts} />
    </>
  )
}

/** One member's KYC beside a list: `detail` with its fields, `log` with what happened alone. */
export function KycDrawer({
  id,
  title,
  show,
  onClose,
}: {
  /** The row: the member's number, a hyphen, the event's. */
  id: string | undefined
  title: string
  show: 'detail' | 'log'
  onClose: () => void
}): ReactElement {
  const [held, setHeld] = useState(false)
  const memberId = Number(id?.split('-')[0])
  const query = useQuery({ ...kycOptions(memberId), enabled: id !== undefined })
  return (
    <DetailDrawer id={id} title={title} query={query} held={held} onClose={onClose}>
      {(kyc) => (
        <>
          <Member kyc={kyc} />
          {show === 'detail' && <RevocationPanel kyc={kyc} onDialog={setHeld} />}
          {show === 'detail' && kyc.fields.length > 0 && <KycFields fields={kyc.fields} />}
          <Section title="What happened">
            <KycTimeline events={kyc.events} />
            {show === 'log' && (
              <PageLink to={LOGS} search={{ member: kyc.memberId }}>
                Show only this member’s events in the list
              </PageLink>
            )}
          </Section>
        </>
      )}
    </DetailDrawer>
  )
}
