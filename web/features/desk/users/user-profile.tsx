import {
  IconAdjustments,
  IconBan,
  IconBuildingStore,
  IconDeviceMobile,
  IconEdit,
  IconEraser,
  IconFileCheck,
  IconFileX,
  IconInfoCircle,
  IconLockOpen,
  IconMedal,
  IconUserPlus,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { stateName } from '../../../../contract/india.ts'
import { LANGUAGE_NAMES } from '../../../../contract/people/members.ts'
import type { UserDetail } from '../../../../contract/desk/users.ts'
import {
  formatAmount,
  formatMobile,
  formatMoment,
  formatNumber,
  formatWord,
} from '../../../lib/format.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { Facts, Section } from '../../../ui/facts.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { MemberChangeCard } from './member-change-card.tsx'
import { UserBelonging } from './user-belonging.tsx'
import { Timeline, type EventStyle } from '../../../ui/timeline.tsx'

const EVENTS: Record<string, EventStyle> = {
  'member.block': { title: 'Blocked', tone: 'bad', Picture: IconBan },
  'member.unblock': { title: 'Unblocked', tone: 'good', Picture: IconLockOpen },
  'member.mobile.asked': { title: 'Change of mobile begun', Picture: IconDeviceMobile },
  'member.mobile.changed': { title: 'Mobile changed', Picture: IconDeviceMobile },
  'member.enrolled': { title: 'Enrolled by staff', Picture: IconUserPlus },
  'member.changed': { title: 'Details changed', Picture: IconEdit },
  'member.belonging': { title: 'Belonging changed', Picture: IconBuildingStore },
  'member.change.proposed': { title: 'New name or type proposed', Picture: IconEdit },
  'member.change.approved': { title: 'New name or type approved', tone: 'good', Picture: IconEdit },
  'member.change.rejected': { title: 'New name or type rejected', Picture: IconEdit },
  'member.tier': { title: 'Tier changed', Picture: IconMedal },
  'member.erased': { title: 'Personal data erased', tone: 'bad', Picture: IconEraser },
  'points.adjust.requested': { title: 'Adjustment of points asked for', Picture: IconAdjustments },
  'points.adjust.approved': { title: 'Adjustment of points approved', Picture: IconAdjustments },
  'points.adjust.rejected': { title: 'Adjustment of points rejected', Picture: IconAdjustments },
  'consent.programme.given': { title: 'Agreed to the programme', Picture: IconFileCheck },
  'consent.programme.withdrawn': {
    title: 'Consent to the programme withdrawn',
    tone: 'warn',
    Picture: IconFileX,
  },
  'consent.kyc.given': { title: 'Agreed to the KYC notice', Picture: IconFileCheck },
  'consent.kyc.withdrawn': {
    title: 'Consent to the KYC notice withdrawn',
    tone: 'warn',
    Picture: IconFileX,
  },
}

function Consents({ consents }: Pick<UserDetail, 'consents'>): ReactElement {
  return (
    <Section title="Consent">
      <Facts
        facts={consents.map(({ purpose, version, givenAt, withdrawnAt }) => [
          purpose === 'kyc' ? 'KYC' : formatWord(purpose),
          withdrawnAt
            ? `Withdrawn ${formatMoment(withdrawnAt)}`
            : `Given ${formatMoment(givenAt)}, notice ${version}`,
        ])}
      />
    </Section>
  )
}

function Events({ events }: Pick<UserDetail, 'events'>): ReactElement {
  return (
    <Section title="History">
      <Timeline
        label="History of the member, newest first"
        entries={events.map(({ at, by, action, reason }, index) => {
          const words = action.replaceAll(/[._]/g, ' ')
          const { title, tone, Picture } = EVENTS[action] ?? {
            title: formatWord(words),
            Picture: IconInfoCircle,
          }
          const icon = <Picture size={15} stroke={1.8} />
          return { key: `${at} ${index}`, at, by, title, tone, detail: reason, icon }
        })}
      />
    </Section>
  )
}

function enrolledInWords({ enrolled }: UserDetail): string | null {
  if (!enrolled) return null
  const { by, byFile, confirmed } = enrolled
  const how = byFile ? `${by}, by file` : by
  return confirmed ? how : `${how}; has not signed in and agreed yet`
}

/** Who the member is and how to reach them. */
export function UserProfile({
  user,
  onDialog,
}: {
  user: UserDetail
  onDialog: (opened: boolean) => void
}): ReactElement {
  const { counts, distributorName, distributorCode } = user
  const distributor = distributorName && `${distributorName} (${distributorCode})`
  return (
    <>
      {user.change && <MemberChangeCard change={user.change} onDialog={onDialog} />}
      <Facts
        facts={[
          ['Mobile', <CopyText key="m" text={user.mobile} shown={formatMobile(user.mobile)} />],
          ['Member code', <CopyText key="code" text={user.code} />],
          ['Type', formatWord(user.kind)],
          ['Tier', user.kind === 'retailer' ? formatWord(user.tier) : null],
          ['Latin spelling', user.latinName],
          ['Place', [user.city, user.pincode, stateName(user.state)].filter(Boolean).join(', ')],
          ['Language', LANGUAGE_NAMES[user.language]],
          ['Distributor', distributor],
          ['Joined', <Moment key="at" at={user.joinedAt} />],
          ['Enrolled by', enrolledInWords(user)],
          ['Last scan', user.lastScanAt && <Moment at={user.lastScanAt} />],
          [
            'Scans',
            `${formatNumber(counts.scans)}, of which ${formatNumber(counts.credited)} credited`,
          ],
          ['Signed in on', user.sessions > 0 ? formatAmount(user.sessions, 'phone') : 'No phone'],
          ['Why blocked', user.blockedReason],
        ]}
      />
      <UserBelonging user={user} />
      {user.consents.length > 0 && <Consents consents={user.consents} />}
      {user.events.length > 0 && <Events events={user.events} />}
    </>
  )
}
