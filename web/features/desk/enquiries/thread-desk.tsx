import { Alert, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconEye, IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import type { EnquiryDetail } from '../../../../contract/desk/enquiries.ts'
import { can } from '../../../../contract/permissions.ts'
import { sentenceOf } from '../../../lib/api-error.ts'
import { useRole } from '../../../lib/session.ts'
import { KeysDialog } from '../../../ui/keys-dialog.tsx'
import { DisputePanel } from '../disputes/dispute-panel.tsx'
import { Composer } from './composer.tsx'
import { Conversation } from './conversation.tsx'
import { useDraft, type Mode } from './drafts.ts'
import { ReopenDialog, ResolveDialog } from './settle-dialogs.tsx'
import { isUnsettled, ThreadActs, useQuickActs } from './thread-acts.tsx'
import { Deadlines, ThreadFacts } from './thread-facts.tsx'
import { ThreadHead } from './thread-head.tsx'
import { THREAD_KEYS, useThreadKeys } from './thread-keys.ts'
import classes from './thread.module.css'
import type { Worklist } from './use-worklist.ts'

/** The facts stand beside the conversation; the same width as in the style sheet. */
const WIDE = '(min-width: 1024px) and (min-height: 600px)'

type Open = 'resolve' | 'reopen' | 'keys'

function Beside({ enquiry, wide }: { enquiry: EnquiryDetail; wide: boolean }): ReactElement {
  return (
    <aside className={classes.side} aria-label="About this enquiry" tabIndex={wide ? 0 : undefined}>
      <VisuallyHidden component="h2">About this enquiry</VisuallyHidden>
      <Deadlines enquiry={enquiry} />
      {wide ? (
        <ThreadFacts enquiry={enquiry} />
      ) : (
        <details className={classes.more}>
          <summary>Member and what it is about</summary>
          <ThreadFacts enquiry={enquiry} />
        </details>
      )}
    </aside>
  )
}

/** One enquiry on the screen: what is known of it, what was said, and all that can be done with it. */
export function ThreadDesk({
  enquiry,
  worklist,
  lost,
  onMove,
  onClose,
}: {
  enquiry: EnquiryDetail
  worklist: Worklist
  /** Why it could not be looked at again; what is shown may be old then. */
  lost: Error | null
  onMove: (direction: 'next' | 'previous') => void
  onClose: () => void
}): ReactElement {
  const wide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false })
  const mayAnswer = can(useRole(), 'enquiry.answer')
  const unsettled = isUnsettled(enquiry)
  const [open, setOpen] = useState<Open | null>(null)
  const kept = useDraft(enquiry.enquiryId)
  const [wanted, setWanted] = useState<Mode>('answer')
  const mode = unsettled ? wanted : 'note'
  const field = useRef<HTMLTextAreaElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const acts = useQuickActs(enquiry)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  const leave = (): void => title.current?.focus({ preventScroll: wide })
  const write = (mode: Mode): void => {
    setWanted(mode)
    // When the field of that kind stands there.
    setTimeout(() => field.current?.focus())
  }
  const close = (): void => setOpen(null)
  const mayTake = unsettled && enquiry.ownerId !== acts.myId
  const settle = unsettled ? 'resolve' : enquiry.state === 'resolved' ? 'reopen' : null
  useThreadKeys(
    {
      answer: mayAnswer && unsettled ? () => write('answer') : undefined,
      note: mayAnswer ? () => write('note') : undefined,
      take: mayAnswer && mayTake ? () => void acts.assign(acts.myId) : undefined,
      settle: mayAnswer && settle ? () => setOpen(settle) : undefined,
      move: onMove,
      help: () => setOpen('keys'),
      close: onClose,
    },
    open === null,
  )
  return (
    <div className={classes.page} data-disputed={enquiry.disputed || undefined}>
      <ThreadHead
        enquiry={enquiry}
        title={title}
        worklist={worklist}
        onMove={onMove}
        onHelp={() => setOpen('keys')}
        onClose={onClose}
      >
        {mayAnswer && (
          <ThreadActs
            enquiry={enquiry}
            acts={acts}
            onResolve={() => setOpen('resolve')}
            onReopen={() => setOpen('reopen')}
            onAnswer={() => write(unsettled ? 'answer' : 'note')}
          />
        )}
      </ThreadHead>
      {lost && (
        <Alert color="yellow" role="status" icon={<IconPlugConnectedX size={18} />}>
          {`This may be old: ${sentenceOf(lost)} It is looked at again by itself.`}
        </Alert>
      )}
      {enquiry.disputed && <DisputePanel enquiryId={enquiry.enquiryId} />}
      <div className={classes.panes}>
        <Beside enquiry={enquiry} wide={wide} />
        <div className={classes.main}>
          <Conversation enquiry={enquiry} />
          {mayAnswer ? (
            <Composer
              enquiry={enquiry}
              kept={kept}
              mode={mode}
              field={field}
              mayAnswer={unsettled}
              onMode={setWanted}
              onSent={leave}
              onLeave={leave}
            />
          ) : (
            <p className={classes.why}>
              <IconEye size={16} aria-hidden />
              You may read enquiries; admin, cs and sub admin answer them.
            </p>
          )}
        </div>
      </div>
      <ResolveDialog enquiry={enquiry} opened={open === 'resolve'} onClose={close} />
      <ReopenDialog enquiry={enquiry} opened={open === 'reopen'} onClose={close} />
      <KeysDialog
        keys={THREAD_KEYS}
        signs="Use letters and signs as keys"
        opened={open === 'keys'}
        onClose={close}
      />
    </div>
  )
}
