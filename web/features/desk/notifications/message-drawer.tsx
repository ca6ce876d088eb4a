import { CHANNEL_NAMES, type NotificationDetail } from '../../../../contract/desk/notifications.ts'
import { Alert, Anchor } from '@mantine/core'
import { IconPoint, IconUserQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { formatMoment } from '../../../lib/format.ts'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { Facts, Section } from '../../../ui/facts.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { Timeline } from '../../../ui/timeline.tsx'
import { AudienceCount } from '../../people/audience/audience-count.tsx'
import { useAudienceWords } from '../../people/audience/audience-queries.ts'
import { MediaThumb } from '../../platform/media/media-thumb.tsx'
import { MessageActs } from './message-acts.tsx'
import { MessageCounts } from './message-counts.tsx'
import { SendingProgress } from './message-progress.tsx'
import { messageOptions } from './message-queries.ts'
import { StateTag, whenInWords } from './message-words.tsx'
import classes from './messages.module.css'

const THUMB_WIDTH = 160

function Words({ message }: { message: NotificationDetail }): ReactElement {
  return (
    <div className={classes.languages}>
      {(['en', 'hi'] as const).map((language) => (
        <blockquote key={language} lang={language}>
          <b>{message[language].title}</b>
          <p>{message[language].body}</p>
        </blockquote>
      ))}
    </div>
  )
}

function Leads({ message }: { message: NotificationDetail }): ReactElement {
  const { target, targetWords } = message
  if (target.to !== 'web') return <>{targetWords ?? 'Nowhere'}</>
  return (
    <Anchor inherit href={target.address} target="_blank" rel="noopener noreferrer">
      {target.address}
    </Anchor>
  )
}

function Content({ message }: { message: NotificationDetail }): ReactElement {
  const words = useAudienceWords()
  const { media, channels, audience, startedAt, createdBy, changedAt, links, approvedBy } = message
  const begun = startedAt !== null
  return (
    <Section title="The message">
      <Words message={message} />
      {media && <MediaThumb media={media} width={THUMB_WIDTH} alt={media.title} />}
      <Facts
        facts={[
          ['Audience', begun ? words(audience) : null],
          ['A tap leads to', <Leads key="target" message={message} />],
          ['Links', links.length > 0 ? links.join(', ') : 'None'],
          ['Channels', channels.map((channel) => CHANNEL_NAMES[channel]).join(', ')],
          ['Written by', createdBy],
          ['Approved by', approvedBy],
          ['Changed', formatMoment(changedAt)],
        ]}
      />
      {!begun && <AudienceCount value={audience} />}
    </Section>
  )
}

function Detail({
  message,
  onDialog,
  onEdit,
  onGone,
}: {
  message: NotificationDetail
  onDialog: (opened: boolean) => void
  onEdit: (notificationId: number) => void
  onGone: () => void
}): ReactElement {
  const { state, startedAt, events, notificationId, secondWhy, sendAt } = message
  return (
    <>
      <div className={classes.top}>
        <StateTag state={state} />
        <span>{whenInWords(message)}</span>
      </div>
      {state === 'proposed' && (
        <Alert color="yellow" icon={<IconUserQuestion size={18} />}>
          {`${secondWhy} Somebody who did not write it approves it.`}
          {sendAt !== null && ' If nobody does by its time, it does not go out.'}
        </Alert>
      )}
      <SendingProgress message={message} />
      <MessageActs message={message} onDialog={onDialog} onEdit={onEdit} onGone={onGone} />
      {startedAt !== null && (
        <Section title="What became of it">
          <MessageCounts message={message} />
          <p className={classes.note}>
            <PageLink to="/dashboard/notifications" search={{ of: notificationId }}>
              Who has it
            </PageLink>
          </p>
        </Section>
      )}
      <Content message={message} />
      <Section title="History">
        <Timeline
          label="History of the message"
          entries={events.map(({ at, by, words, note }, index) => ({
            key: `${at} ${index}`,
            at,
            by,
            title: words,
            detail: note,
            icon: <IconPoint size={15} stroke={1.8} />,
          }))}
        />
      </Section>
    </>
  )
}

/** One message beside the list: where it stands, what may be done, what it says, what happened. */
export function MessageDrawer({
  id,
  onEdit,
  onClose,
}: {
  id: string | undefined
  onEdit: (notificationId: number) => void
  onClose: () => void
}): ReactElement {
  const [held, setHeld] = useState(false)
  const query = useQuery(messageOptions(id))
  return (
    <DetailDrawer
      id={id}
      title={query.data?.title ?? 'Message'}
      query={query}
      held={held}
      size={600}
      onClose={onClose}
    >
      {(message) => (
        <Detail
          key={message.notificationId}
          message={message}
          onDialog={setHeld}
          onEdit={onEdit}
          onGone={onClose}
        />
      )}
    </DetailDrawer>
  )
}
