import { Alert, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconInfoCircle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { FailureClass } from '../../../../contract/money/payment-states.ts'
import { formatPaise } from '../../../../contract/money.ts'
import type { PaymentAttempt, PaymentStory } from '../../../../contract/money/payments.ts'
import { formatMobile, formatMoment, formatNumber } from '../../../lib/format.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { Facts, Section } from '../../../ui/facts.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { Checklist } from '../redemptions/checklist.tsx'
import { RedemptionTag, VerdictTag } from '../redemptions/redemption-words.tsx'
import { TaxSection } from '../tax/tax-lines.tsx'
import { Attempts } from './attempts.tsx'
import { inRupees } from './payment-lists.tsx'
import { stageInWords } from '../../../../contract/money/payment-words.ts'
import { ClassTag, FindingTag, PaymentTag } from './payment-words.tsx'
import classes from './payment-story.module.css'

const USERS = '/dashboard/users'

/** Said by the first word already. */
const TOLD: ReadonlySet<string> = new Set<PaymentAttempt['state']>([
  'failed',
  'reversed',
  'declined',
])

const ADVICE: Record<FailureClass, string> = {
  fix: 'Check the cause before it is paid again.',
  again: 'It can be paid again as it is.',
  wait: 'It can be paid again as it is, but later.',
}

/** What can be done about a failure; why the caller cannot do it, unless the failure says so itself. */
function adviceFor({ problems, whyNot, failure }: PaymentAttempt): string {
  const stops = problems.filter(({ state }) => state === 'stop').map(({ key }) => key)
  const wrong = stops.includes('last_payment')
  const advice = wrong
    ? 'It is not paid there again: the member must give new details first.'
    : failure && whyNot === null && ADVICE[failure.class]
  return [advice, wrong && stops.length === 1 ? null : whyNot].filter(Boolean).join(' ')
}

const askedInWords = ({ detailsAsked }: PaymentAttempt): string | null =>
  detailsAsked &&
  `${detailsAsked.by} asked the member for new details on ${formatMoment(detailsAsked.at)}.`

/** What a person has to know first about the newest attempt; nothing where all goes its way. */
function FirstWord({ attempt }: { attempt: PaymentAttempt }): ReactElement | null {
  const { state, failure, whyNot, reversedAt, provider } = attempt
  if (state === 'reversed') {
    return (
      <Alert
        color="red"
        icon={<IconArrowBackUp size={18} />}
        title={`The money came back${reversedAt ? ` on ${formatMoment(reversedAt)}` : ''}`}
      >
        {[
          failure?.words,
          'The points are held until it is paid again or given up.',
          adviceFor(attempt),
          askedInWords(attempt),
        ]
          .filter(Boolean)
          .join(' ')}
      </Alert>
    )
  }
  if (state === 'failed') {
    return (
      <Alert color="red" icon={<IconAlertTriangle size={18} />}>
        <div className={classes.failure}>
          <b>{failure?.words ?? 'It did not go through.'}</b>
          {failure && <ClassTag name={failure.class} />}
        </div>
        {[adviceFor(attempt), askedInWords(attempt)].filter(Boolean).join(' ')}
      </Alert>
    )
  }
  if (state === 'unknown') {
    return (
      <Alert
        color="yellow"
        icon={<IconInfoCircle size={18} />}
        title="Nobody knows yet whether it was paid"
      >
        {provider === 'bank-file'
          ? 'The bank’s answer is not in. Nothing more is paid for this redemption until it is.'
          : 'RazorpayX did not answer. It is asked again by itself; nothing more is paid for this redemption until the answer is in.'}
      </Alert>
    )
  }
  if (state === 'declined') {
    return (
      <Alert color="gray" icon={<IconInfoCircle size={18} />}>
        {[stageInWords(attempt), whyNot].filter(Boolean).join('. ')}
      </Alert>
    )
  }
  return null
}

/** A payment to somewhere else than before: both places, one below the other. */
function NewPlace({ story }: { story: PaymentStory }): ReactElement | null {
  const [newest, ...before] = story.attempts
  if (newest?.state !== 'proposed') return null
  const old = before.find(({ destination }) => destination !== null)?.destination
  return (
    <Alert color="yellow" icon={<IconInfoCircle size={18} />} title="The destination has changed">
      <Facts
        facts={[
          ['Before', old ?? 'Not on record'],
          ['Now', <b key="now">{newest.destination}</b>],
          ['Proposed by', newest.initiatedBy],
          ['Why', newest.reason],
        ]}
      />
      {!newest.mayDecide && (
        <Text size="sm" mt="xs">
          Another person than the one who proposed it decides.
        </Text>
      )}
    </Alert>
  )
}

function Money({ story }: { story: PaymentStory }): ReactElement {
  const [newest] = story.attempts
  const net = newest?.netPaise ?? null
  const state = newest?.state ?? (story.redemptionState === 'approved' ? ('ready' as const) : null)
  return (
    <Group justify="space-between" wrap="nowrap">
      <span className={classes.tags}>
        {state ? <PaymentTag state={state} /> : <RedemptionTag state={story.redemptionState} />}
        <FindingTag alerts={newest?.alerts ?? 0} />
      </span>
      <div className={classes.amount} data-back={state === 'reversed' || undefined}>
        <b>{formatPaise(net ?? story.grossPaise)}</b>
        <small>{net === null ? 'before tax' : 'after tax'}</small>
      </div>
    </Group>
  )
}

function Overview({ story }: { story: PaymentStory }): ReactElement {
  const [newest] = story.attempts
  const { memberId, memberName, memberCode, mobile, destination, points, grossPaise } = story
  return (
    <Facts
      facts={[
        [
          'Member',
          <PageLink key="member" to={USERS} search={{ open: String(memberId) }}>
            {memberName}
          </PageLink>,
        ],
        ['Member code', <CopyText key="code" text={memberCode} />],
        ['Mobile', <CopyText key="mobile" text={mobile} shown={formatMobile(mobile)} />],
        ['To', newest?.destination ?? destination ?? 'Not on record'],
        ['Where it is', newest && !TOLD.has(newest.state) ? stageInWords(newest) : null],
        ['UTR', newest?.utr ? <CopyText key="utr" text={newest.utr} /> : null],
        ['Points', formatNumber(points)],
        ['Worth', formatPaise(grossPaise)],
        ['Tax', newest ? inRupees(newest.taxPaise) : null],
      ]}
    />
  )
}

/** Public to other features: everything about the money of one redemption. */
export function PaymentStoryView({
  story,
  actions,
}: {
  story: PaymentStory
  actions?: ReactElement
}): ReactElement {
  const { attempts, tax, checklist, verdict } = story
  const [newest] = attempts
  return (
    <>
      <Money story={story} />
      {newest && <FirstWord attempt={newest} />}
      <NewPlace story={story} />
      <Overview story={story} />
      {actions}
      {checklist.length > 0 && (
        <Section title="Can this be paid?">
          {verdict && (
            <div>
              <VerdictTag verdict={verdict} />
            </div>
          )}
          <Checklist lines={checklist} />
        </Section>
      )}
      {tax && <TaxSection tax={tax} />}
      <Section title="Attempts, newest first">
        <Attempts attempts={attempts} />
      </Section>
    </>
  )
}
