import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import type { EnquiryDetail } from '../../../../contract/desk/enquiries.ts'
import { LANGUAGE_NAMES } from '../../../../contract/people/members.ts'
import { canSee } from '../../../../contract/menu.ts'
import { formatDuration, formatMobile } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { Facts, Section } from '../../../ui/facts.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { HELPDESK } from './enquiries-list.tsx'
import { DueTag, EnquiryTag, langOf } from './enquiry-words.tsx'
import classes from './thread.module.css'

const USERS = '/dashboard/users'
const SCANS = '/dashboard/QrScanHistories'
const REDEMPTIONS = '/dashboard/approvals/redemption'
/** Each shows the money of any redemption; the first that the role sees is taken. */
const PAYMENTS = [
  '/dashboard/complete-payment',
  '/dashboard/pending-payment',
  '/dashboard/payment-reinitiate',
]

type Deadline = EnquiryDetail['firstAnswer']

/** When something with a deadline was done, and whether in time. */
function Done({ deadline, since }: { deadline: Deadline; since: string }): ReactElement {
  const { doneAt, by, missed } = deadline
  const late = (Date.parse(doneAt ?? by) - Date.parse(by)) / 1000
  const took = (Date.parse(doneAt ?? by) - Date.parse(since)) / 1000
  return missed ? (
    <Tag tone="red" Picture={IconAlertTriangle}>{`${formatDuration(late)} late`}</Tag>
  ) : (
    <Tag tone="green" Picture={IconCheck}>{`In time, after ${formatDuration(took)}`}</Tag>
  )
}

/** What stands first: the deadlines, and who minds them. */
export function Deadlines({ enquiry }: { enquiry: EnquiryDetail }): ReactElement {
  const { firstAnswer, resolution, openedAt, state, ownerName } = enquiry
  const settled = resolution.doneAt !== null
  return (
    <Facts
      facts={[
        ['Owner', ownerName ?? 'Nobody'],
        [
          'First answer',
          firstAnswer.doneAt ? (
            <Done key="answer" deadline={firstAnswer} since={openedAt} />
          ) : (
            <DueTag key="answer" row={enquiry} named={false} />
          ),
        ],
        [
          settled ? 'Settled' : 'To be settled',
          settled ? (
            <Moment key="settled" at={resolution.doneAt ?? resolution.by} />
          ) : state === 'waiting' ? (
            'Stands still while the member is waited for'
          ) : firstAnswer.doneAt === null ? (
            <span key="by">
              {'By '}
              <Moment at={resolution.by} />
            </span>
          ) : (
            <DueTag key="settle" row={enquiry} named={false} />
          ),
        ],
        ['In time', settled ? (resolution.missed ? 'No' : 'Yes') : null],
      ]}
    />
  )
}

function MaybeLink({
  to,
  search,
  children,
}: {
  /** Undefined for whoever may not see that page. */
  to: string | undefined
  search: Record<string, unknown>
  children: ReactNode
}): ReactElement {
  if (to === undefined) return <>{children}</>
  return (
    <PageLink to={to} search={search}>
      {children}
    </PageLink>
  )
}

/** The scan, the redemption and the payment that it names, each with a way to it. */
function About({ enquiry }: { enquiry: EnquiryDetail }): ReactElement | null {
  const role = useRole()
  const { scan, redemption, payment } = enquiry
  if (!scan && !redemption && !payment) return null
  const seen = (...pages: string[]) => pages.find((page) => canSee(role, page))
  return (
    <Section title="What it is about">
      <Facts
        facts={[
          [
            'Scan',
            scan && (
              <MaybeLink to={seen(SCANS)} search={{ open: `${scan.memberId}-${scan.scanId}` }}>
                {scan.words}
              </MaybeLink>
            ),
          ],
          [
            'Redemption',
            redemption && (
              <>
                <MaybeLink to={seen(REDEMPTIONS)} search={{ open: redemption.redemptionId }}>
                  {redemption.number}
                </MaybeLink>
                {` · ${redemption.words}`}
              </>
            ),
          ],
          [
            'Payment',
            payment && (
              <>
                <MaybeLink
                  to={redemption ? seen(...PAYMENTS) : undefined}
                  search={{ open: redemption?.redemptionId }}
                >
                  {payment.number}
                </MaybeLink>
                {` · ${payment.words}`}
              </>
            ),
          ],
        ]}
      />
    </Section>
  )
}

/** The rest of what one should know before answering. */
export function ThreadFacts({ enquiry }: { enquiry: EnquiryDetail }): ReactElement {
  const { memberId, memberName, memberCode, mobile, language, openedAt, others } = enquiry
  return (
    <>
      <About enquiry={enquiry} />
      <Section title="Member">
        <Facts
          facts={[
            [
              'Name',
              <PageLink key="member" to={USERS} search={{ open: String(memberId) }}>
                {memberName}
              </PageLink>,
            ],
            ['Member code', <CopyText key="code" text={memberCode} />],
            ['Mobile', <CopyText key="m" text={mobile} shown={formatMobile(mobile)} />],
            ['Language', LANGUAGE_NAMES[language]],
            ['Asked', <Moment key="at" at={openedAt} />],
          ]}
        />
      </Section>
      {others.length > 0 && (
        <Section title="Other enquiries of this member">
          <ul className={classes.others}>
            {others.map(({ enquiryId, number, subject, state }) => (
              <li key={enquiryId}>
                <EnquiryTag state={state} />
                <span lang={langOf(subject)}>
                  <PageLink to={HELPDESK} search={{ open: enquiryId }}>
                    {number}
                  </PageLink>
                  {` ${subject}`}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
