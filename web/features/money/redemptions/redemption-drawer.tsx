import { Alert, Button, Group, Text } from '@mantine/core'
import {
  IconArrowDown,
  IconBan,
  IconCash,
  IconCheck,
  IconCircleX,
  IconInfoCircle,
  IconMapPin,
  IconPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import { canSee } from '../../../../contract/menu.ts'
import { can } from '../../../../contract/permissions.ts'
import {
  REDEMPTION_STATE_NAMES,
  type RedemptionState,
  wantedInWords,
} from '../../../../contract/money/redemption-states.ts'
import { type RedemptionDetail } from '../../../../contract/money/redemptions.ts'
import { formatAmount, formatMobile, formatNumber, formatWord } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { Facts, Section } from '../../../ui/facts.tsx'
import { KeySign } from '../../../ui/key-sign.tsx'
import { useSplit } from '../../../ui/list/split.ts'
import { Moment } from '../../../ui/moment.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { Timeline, type EventStyle } from '../../../ui/timeline.tsx'
import { useKeys } from '../../../ui/use-keys.ts'
import { RedemptionAddress } from '../../people/addresses/redemption-address.tsx'
import { TaxSection } from '../tax/tax-lines.tsx'
import { Checklist } from './checklist.tsx'
import { ApproveDialog, RejectDialog, type Decision } from './decision-dialogs.tsx'
import { redemptionOptions } from './redemption-queries.ts'
import { KIND_STYLES, RedemptionTag, VerdictTag } from './redemption-words.tsx'

const USERS = '/dashboard/users'
const DASHBOARD = '/dashboard'
const WITH_PARCEL: ReadonlySet<RedemptionState> = new Set(['approved', 'payment_pending', 'paid'])
const PAYMENT_PAGES: Partial<Record<RedemptionState, string>> = {
  approved: '/dashboard/pending-payment',
  payment_pending: '/dashboard/pending-payment',
  paid: '/dashboard/complete-payment',
  failed: '/dashboard/payment-reinitiate',
  reversed: '/dashboard/payment-reinitiate',
}

const EVENTS: Record<string, EventStyle> = {
  request: { title: 'Requested', Picture: IconPlus },
  approve: { title: 'Approved', tone: 'good', Picture: IconCheck },
  reject: { title: 'Rejected', tone: 'bad', Picture: IconCircleX },
  cancel: { title: 'Taken back by the member', Picture: IconBan },
  queue: { title: 'Sent to the payments', Picture: IconArrowDown },
  pay: { title: 'Paid', tone: 'good', Picture: IconCash },
  fail: { title: 'Payment failed', tone: 'bad', Picture: IconCircleX },
  reverse: { title: 'Payment reversed', tone: 'bad', Picture: IconCircleX },
  give_address: { title: 'Address given', Picture: IconMapPin },
  correct_address: { title: 'Address corrected', Picture: IconMapPin },
  give_up: { title: 'Given up', tone: 'warn', Picture: IconBan },
}

/** The decision about one that waits, for those who may decide. */
function Decide({
  redemption,
  onDecide,
}: {
  redemption: RedemptionDetail
  onDecide: ((decision: Decision) => void) | null
}): ReactElement {
  const { mayApprove, whyNot, verdict } = redemption
  const approve = mayApprove ? () => onDecide?.('approve') : undefined
  const reject = (): void => onDecide?.('reject')
  useKeys({ a: approve, r: reject }, onDecide !== null)
  return (
    <>
      {whyNot && verdict !== 'red' && (
        <Alert color="blue" p="xs" icon={<IconInfoCircle size={18} />}>
          {whyNot}
        </Alert>
      )}
      <Group gap="xs" justify="flex-end">
        <Button variant="default" rightSection={<KeySign name="R" />} onClick={reject}>
          Reject
        </Button>
        {approve && (
          <Button rightSection={<KeySign name="A" />} onClick={approve}>
            Approve
          </Button>
        )}
      </Group>
    </>
  )
}

function Member({ redemption }: { redemption: RedemptionDetail }): ReactElement {
  const { memberCode, memberKind, mobile, balance } = redemption
  return (
    <Section title="About the member">
      <Facts
        facts={[
          ['Member code', <CopyText key="code" text={memberCode} />],
          ['Mobile', <CopyText key="m" text={mobile} shown={formatMobile(mobile)} />],
          ['Type', formatWord(memberKind)],
          ['Available now', formatAmount(balance.available, 'point')],
          ['Held now', formatAmount(balance.held, 'point')],
        ]}
      />
    </Section>
  )
}

function History({ events }: Pick<RedemptionDetail, 'events'>): ReactElement {
  return (
    <Section title="History">
      <Timeline
        label="History of the redemption, oldest first"
        entries={events.map(({ at, by, action, state, note }, index) => {
          const { title, tone, Picture } = EVENTS[action] ?? {
            title: REDEMPTION_STATE_NAMES[state],
            Picture: IconInfoCircle,
          }
          const icon = <Picture size={15} stroke={1.8} />
          return { key: `${at} ${index}`, at, by, title, tone, detail: note, icon }
        })}
      />
    </Section>
  )
}

/** Where its payment or its parcel stands, for those who see that page. */
function Onward({ redemption }: { redemption: RedemptionDetail }): ReactElement | null {
  const role = useRole()
  const { kind, state, number, redemptionId } = redemption
  if (kind === 'gift') {
    if (!WITH_PARCEL.has(state) || !canSee(role, DASHBOARD)) return null
    return (
      <PageLink to={DASHBOARD} search={{ show: 'parcels', open: number }}>
        Follow its parcel
      </PageLink>
    )
  }
  const page = PAYMENT_PAGES[state]
  if (!page || !canSee(role, page)) return null
  return (
    <PageLink to={page} search={{ open: redemptionId }}>
      Follow its payment
    </PageLink>
  )
}

function Detail({
  redemption,
  onDialog,
}: {
  redemption: RedemptionDetail
  onDialog: (opened: boolean) => void
}): ReactElement {
  const { state, kind, points, amountPaise, pointValuePaise, verdict, approvals } = redemption
  const waits = state === 'requested'
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <RedemptionTag state={state} />
        <Text fw={600} fz="xl">
          {formatPaise(amountPaise)}
        </Text>
      </Group>
      {waits && verdict && (
        <Section title="Can this be paid?">
          <div>
            <VerdictTag verdict={verdict} />
          </div>
          <Checklist lines={redemption.checklist} />
        </Section>
      )}
      <Facts
        facts={[
          [
            'Member',
            <PageLink key="member" to={USERS} search={{ open: String(redemption.memberId) }}>
              {redemption.memberName}
            </PageLink>,
          ],
          ['Points', `${formatNumber(points)} at ${formatPaise(pointValuePaise)} each`],
          ['As', KIND_STYLES[kind].label],
          [kind === 'gift' ? 'Gift' : 'To', wantedInWords(redemption)],
          ['Requested', <Moment key="at" at={redemption.requestedAt} />],
          ['Requested by', redemption.requestedBy ?? 'The member'],
          [
            'Approvals',
            [`${approvals.length} of ${redemption.approvalsNeeded}`, ...approvals].join(' · '),
          ],
          ['Why it was rejected', redemption.rejectReason],
        ]}
      />
      <Onward redemption={redemption} />
      {kind === 'gift' && <RedemptionAddress redemption={redemption} onDialog={onDialog} />}
      {redemption.tax && <TaxSection tax={redemption.tax} />}
      <Member redemption={redemption} />
      <History events={redemption.events} />
    </>
  )
}

/** One redemption with its checklist; whoever may, decides here. */
export function RedemptionDrawer({
  id,
  onDecided,
  onClose,
}: {
  id: string | undefined
  onDecided: (after: RedemptionDetail) => void
  onClose: () => void
}): ReactElement {
  const [deciding, setDeciding] = useState<Decision | null>(null)
  const [held, setHeld] = useState(false)
  const query = useQuery(redemptionOptions(id))
  const title = query.data ? `Redemption ${query.data.number}` : 'Redemption'
  const split = useSplit()
  const isHeld = held || deciding !== null
  const close = (): void => setDeciding(null)
  const decided = (after: RedemptionDetail): void => {
    onDecided(after)
    if (after.state !== 'requested' || !after.mayApprove) split?.next?.()
  }
  const mayDecide = can(useRole(), 'redemption.approve')
  const footer = (redemption: RedemptionDetail): ReactElement | null =>
    mayDecide && redemption.state === 'requested' ? (
      <Decide redemption={redemption} onDecide={isHeld ? null : setDeciding} />
    ) : null
  return (
    <DetailDrawer
      id={id}
      title={title}
      query={query}
      held={isHeld}
      footer={footer}
      onClose={onClose}
    >
      {(redemption) => (
        <>
          <Detail redemption={redemption} onDialog={setHeld} />
          <ApproveDialog
            redemption={redemption}
            opened={deciding === 'approve'}
            onDecided={decided}
            onClose={close}
          />
          <RejectDialog
            redemption={redemption}
            opened={deciding === 'reject'}
            onDecided={decided}
            onClose={close}
          />
        </>
      )}
    </DetailDrawer>
  )
}
