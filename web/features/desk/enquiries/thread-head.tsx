import { ActionIcon, Button, Title } from '@mantine/core'
import { IconArrowLeft, IconChevronDown, IconChevronUp, IconKeyboard } from '@tabler/icons-react'
import type { ReactElement, ReactNode, Ref } from 'react'
import type { EnquiryDetail } from '../../../../contract/desk/enquiries.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { categoryName, EnquiryTag, langOf } from './enquiry-words.tsx'
import classes from './thread.module.css'
import type { Worklist } from './use-worklist.ts'

/** What it is, where it stands, what can be done, and the way to the others. */
export function ThreadHead({
  enquiry,
  title,
  worklist,
  children,
  onMove,
  onHelp,
  onClose,
}: {
  enquiry: EnquiryDetail
  title: Ref<HTMLHeadingElement>
  worklist: Worklist
  /** What can be done with it. */
  children: ReactNode
  onMove: (direction: 'next' | 'previous') => void
  onHelp: () => void
  onClose: () => void
}): ReactElement {
  const { number, subject, state, category, memberId, memberName } = enquiry
  return (
    <header className={classes.head}>
      <ActionIcon
        variant="default"
        size={36}
        className={classes.press}
        aria-label="Back to the list"
        title="Back to the list (Esc)"
        onClick={onClose}
      >
        <IconArrowLeft size={18} stroke={1.8} aria-hidden />
      </ActionIcon>
      <div className={classes.what}>
        <Title order={1} ref={title} tabIndex={-1} lang={langOf(subject)}>
          {subject}
        </Title>
        <p>
          <EnquiryTag state={state} />
          <span>{number}</span>
          <span>{categoryName(category)}</span>
          <PageLink to="/dashboard/users" search={{ open: String(memberId) }}>
            {memberName}
          </PageLink>
        </p>
      </div>
      <div className={classes.acts}>{children}</div>
      <nav className={classes.ways} aria-label="Enquiries">
        <Button
          variant="default"
          className={classes.press}
          disabled={!worklist.previous}
          aria-keyshortcuts="K"
          aria-label="Previous enquiry"
          title="Previous enquiry (K)"
          onClick={() => onMove('previous')}
        >
          <IconChevronUp size={16} stroke={1.8} aria-hidden />
        </Button>
        <Button
          variant="default"
          className={classes.press}
          disabled={!worklist.next}
          aria-keyshortcuts="J"
          aria-label="Next enquiry"
          title="Next enquiry (J)"
          onClick={() => onMove('next')}
        >
          <IconChevronDown size={16} stroke={1.8} aria-hidden />
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
