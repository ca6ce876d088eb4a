import { Button, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconLock } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import type { EnquiryDetail, EnquiryMessage } from '../../../../contract/desk/enquiries.ts'
import { formatAmount } from '../../../lib/format.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Attachments, sheetsOf } from './attachments.tsx'
import classes from './conversation.module.css'
import { langOf } from './enquiry-words.tsx'

/** So near to its end, in pixels, a thread that grows is followed. */
const NEAR = 80

const KINDS: Record<EnquiryMessage['kind'], string> = {
  member: 'Member',
  answer: 'Answer',
  note: 'Internal note',
  event: '',
}

function Message({
  enquiryId,
  message,
}: {
  enquiryId: string
  message: EnquiryMessage
}): ReactElement {
  const { kind, by, at, body } = message
  if (kind === 'event') {
    return (
      <li className={classes.event}>
        <span>{by && !body.includes(by) ? `${body} · ${by}` : body}</span>
        <Moment at={at} />
      </li>
    )
  }
  return (
    <li className={classes.message} data-kind={kind}>
      <p className={classes.head}>
        {kind === 'note' ? (
          <span className={classes.internal}>
            <IconLock size={13} stroke={2} aria-hidden />
            {KINDS.note}
          </span>
        ) : (
          <VisuallyHidden>{`${KINDS[kind]}: `}</VisuallyHidden>
        )}
        <b>{by}</b>
        <Moment at={at} />
      </p>
      <div className={classes.words} lang={langOf(body)}>
        {body}
      </div>
      <Attachments enquiryId={enquiryId} sheets={sheetsOf(message.attachments)} />
    </li>
  )
}

const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean =>
  scrollHeight - scrollTop - clientHeight < NEAR

/** The thread, the newest at its end. It follows what comes where its end is in sight, and offers it elsewhere. */
export function Conversation({ enquiry }: { enquiry: EnquiryDetail }): ReactElement {
  const { enquiryId, messages } = enquiry
  const box = useRef<HTMLDivElement>(null)
  const seen = useRef(messages.length)
  const following = useRef(true)
  const [unseen, setUnseen] = useState(0)
  const count = messages.length
  const showEnd = (): void => {
    box.current?.scrollTo({ top: box.current.scrollHeight })
    setUnseen(0)
  }
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [])
  useEffect(() => {
    const came = count - seen.current
    seen.current = count
    if (came <= 0) return
    if (following.current) box.current?.scrollTo({ top: box.current.scrollHeight })
    else setUnseen((before) => before + came)
  }, [count])
  useEffect(() => {
    const element = box.current
    if (!element) return
    // The field below grows with what is written; the end stays in sight.
    const watcher = new ResizeObserver(() => {
      if (following.current) element.scrollTo({ top: element.scrollHeight })
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  const news = formatAmount(unseen, 'new message')
  return (
    <div className={classes.frame}>
      <div
        ref={box}
        className={classes.box}
        role="region"
        aria-label="Conversation"
        tabIndex={0}
        onScroll={(event) => {
          following.current = isNearEnd(event.currentTarget)
          if (following.current) setUnseen(0)
        }}
      >
        <ol className={classes.thread}>
          {messages.map((message) => (
            <Message key={message.messageId} enquiryId={enquiryId} message={message} />
          ))}
        </ol>
      </div>
      <VisuallyHidden role="status">{unseen > 0 ? news : ''}</VisuallyHidden>
      {unseen > 0 && (
        <Button
          className={classes.news}
          size="xs"
          radius="xl"
          leftSection={<IconArrowDown size={14} stroke={2} aria-hidden />}
          onClick={showEnd}
        >
          {news}
        </Button>
      )}
    </div>
  )
}
