import { ActionIcon, Button, Title } from '@mantine/core'
import {
  IconArrowLeft,
  IconChevronDown,
  IconChevronUp,
  IconKeyboard,
  IconLock,
  IconLockOpen,
} from '@tabler/icons-react'
import { useEffect, useRef, type ReactElement } from 'react'
import { stateName } from '../../../../contract/india.ts'
import type { KycDetail } from '../../../../contract/people/kyc.ts'
import {
  formatAmount,
  formatDayOf,
  formatMobile,
  formatNumber,
  formatTime,
  formatWord,
} from '../../../lib/format.ts'
import { Age } from '../../../ui/age.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { LATE_HOURS, StateTag } from './kyc-words.tsx'
import classes from './review.module.css'
import type { Hold } from './use-hold.ts'
import type { Worklist } from './use-worklist.ts'

function HoldTag({ hold }: { hold: Hold }): ReactElement | null {
  switch (hold.kind) {
    case 'mine':
      return (
        <Tag tone="green" Picture={IconLock}>
          {hold.until ? `Yours until ${formatTime(hold.until)}` : 'Yours'}
        </Tag>
      )
    case 'asking':
      return <Tag tone="gray">Opening …</Tag>
    case 'lapsed':
      return (
        <Tag tone="yellow" Picture={IconLockOpen}>
          Let go
        </Tag>
      )
    case 'refused':
    case 'reading':
      return <Tag tone="gray">Only to look at</Tag>
  }
}

function pointsInWords({ available, held }: KycDetail['points']): string {
  const words = formatAmount(available, 'point')
  return held > 0 ? `${words} (${formatNumber(held)} more held)` : words
}

/** Whose KYC it is, how long it waits, who has it, and the way to the others. */
export function ReviewHead({
  detail,
  hold,
  worklist,
  onMove,
  onHelp,
  onClose,
}: {
  detail: KycDetail
  hold: Hold
  worklist: Worklist
  onMove: (direction: 'next' | 'previous') => void
  onHelp: () => void
  onClose: () => void
}): ReactElement {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  const { memberId, memberName, memberCode, memberKind, city, state, mobile, joinedAt } = detail
  const facts = [
    formatWord(memberKind),
    `${city}, ${stateName(state)}`,
    // Not broken at a line's end: a number is read in one go.
    formatMobile(mobile).replaceAll(' ', '\u00a0'),
    `joined ${formatDayOf(joinedAt)}`,
    pointsInWords(detail.points),
  ]
  return (
    <header className={classes.head}>
      <ActionIcon
        variant="default"
        size={36}
        className={classes.press}
        aria-label="Back to the queue"
        title="Back to the queue (Esc)"
        onClick={onClose}
      >
        <IconArrowLeft size={18} stroke={1.8} aria-hidden />
      </ActionIcon>
      <div className={classes.who}>
        <Title order={1} ref={title} tabIndex={-1}>
          {memberName}
        </Title>
        <p>
          <PageLink to="/dashboard/users" search={{ open: memberId }}>
            {memberCode}
          </PageLink>
          {` · ${facts.join(' · ')}`}
        </p>
      </div>
      <div className={classes.tags}>
        {detail.round > 1 && <Tag tone="blue">{`Round ${detail.round}`}</Tag>}
        {detail.kycState === 'pending' && detail.submittedAt ? (
          <span className={classes.age}>
            {'Waits for '}
            <Age since={detail.submittedAt} lateHours={LATE_HOURS} />
          </span>
        ) : (
          <StateTag state={detail.kycState} />
        )}
        <HoldTag hold={hold} />
      </div>
      <nav className={classes.ways} aria-label="Submissions">
        <Button
          variant="default"
          className={classes.press}
          disabled={!worklist.previous}
          aria-keyshortcuts="K"
          aria-label="Previous submission"
          title="Previous submission (K)"
          leftSection={<IconChevronUp size={16} stroke={1.8} aria-hidden />}
          onClick={() => onMove('previous')}
        >
          <span className={classes.word}>Previous</span>
        </Button>
        <Button
          variant="default"
          className={classes.press}
          disabled={!worklist.next}
          aria-keyshortcuts="J"
          aria-label="Next submission"
          title="Next submission (J)"
          leftSection={<IconChevronDown size={16} stroke={1.8} aria-hidden />}
          onClick={() => onMove('next')}
        >
          <span className={classes.word}>Next</span>
        </Button>
        <ActionIcon
          variant="default"
          size={36}
          className={classes.help}
          aria-label="Keys"
          title="Keys (?)"
          onClick={onHelp}
        >
          <IconKeyboard size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </nav>
    </header>
  )
}
