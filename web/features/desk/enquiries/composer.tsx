import { Button, Tabs, Text, Textarea } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { IconLock, IconSend } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent, type ReactElement, type Ref } from 'react'
import { answerEnquiry, type EnquiryDetail } from '../../../../contract/desk/enquiries.ts'
import { type EnquiryState } from '../../../../contract/desk/enquiry-states.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { formatNumber } from '../../../lib/format.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { insertAt } from './canned.ts'
import { CannedPicker } from './canned-picker.tsx'
import classes from './composer.module.css'
import { MODES, rewritten, type Mode, type useDraft } from './drafts.ts'
import { langOf } from './enquiry-words.tsx'
import { useSend, type Way } from './use-send.ts'

const LONGEST = 4000
/** From here on it is told how much room is left. */
const TELL_FROM = 3500

const LABELS: Record<Mode, string> = { answer: 'Answer', note: 'Internal note' }

/** Why no answer can be written. */
const SETTLED: Partial<Record<EnquiryState, string>> = {
  resolved: 'It is resolved. Open it again to answer; a note can be written as it is.',
  closed: 'It is closed. If the member writes again, that begins another enquiry.',
}

/** What is wrong with a text, by the rules of the endpoint; null when it can be sent. */
function problemOf(text: string): string | null {
  const read = answerEnquiry.body?.shape.body.safeParse(text)
  return read?.error?.issues[0]?.message ?? null
}

function Field({
  ref,
  mode,
  memberName,
  text,
  problem,
  onText,
  onSend,
  onLeave,
}: {
  ref: Ref<HTMLTextAreaElement>
  mode: Mode
  memberName: string
  text: string
  problem: string | null
  onText: (text: string) => void
  onSend: (alsoResolve: boolean) => void
  onLeave: () => void
}): ReactElement {
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      event.preventDefault()
      onLeave()
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSend(event.shiftKey)
    }
  }
  const answering = mode === 'answer'
  return (
    <Textarea
      ref={ref}
      aria-label={answering ? `Answer to ${memberName}` : 'Internal note'}
      aria-keyshortcuts="Control+Enter"
      placeholder={
        answering ? `Write to ${memberName}` : 'Only staff see it; the member never does'
      }
      lang={langOf(text)}
      autosize
      minRows={3}
      maxRows={9}
      value={text}
      error={problem}
      onChange={(event) => onText(event.currentTarget.value)}
      onKeyDown={press}
    />
  )
}

/** Where staff write: to the member, or to each other. What is typed stays until it is sent. */
export function Composer({
  enquiry,
  kept,
  mode,
  field,
  mayAnswer,
  onMode,
  onSent,
  onLeave,
}: {
  enquiry: EnquiryDetail
  kept: ReturnType<typeof useDraft>
  mode: Mode
  field: Ref<HTMLTextAreaElement> & { current: HTMLTextAreaElement | null }
  /** A settled one takes notes only. */
  mayAnswer: boolean
  onMode: (mode: Mode) => void
  onSent: (way: Way) => void
  onLeave: () => void
}): ReactElement {
  const [tried, setTried] = useState(false)
  const [sentIn, setSentIn] = useState<Mode | null>(null)
  const cursor = useRef<readonly [number, number] | null>(null)
  const { draft, change } = kept
  const {
    busy,
    error: failure,
    send,
  } = useSend(enquiry, kept, (way) => {
    setTried(false)
    onSent(way)
  })
  const { text } = draft[mode]
  const error = sentIn === mode ? failure : null
  const refused = error instanceof ApiError ? error.fields.body : undefined
  const problem = (tried ? problemOf(text) : null) ?? refused ?? null
  const write = (next: string): void => {
    setTried(false)
    change(mode, rewritten(draft[mode], next))
  }
  const submit = (way: Way): void => {
    setTried(true)
    setSentIn(mode)
    if (problemOf(text) === null) void send(mode, way)
  }
  const insert = (added: string): void => {
    const at = cursor.current ?? ([text.length, text.length] as const)
    const after = insertAt(text, at, added)
    cursor.current = [after.cursor, after.cursor]
    write(after.text)
    // When the new text stands in the field.
    setTimeout(() => {
      field.current?.focus()
      field.current?.setSelectionRange(after.cursor, after.cursor)
    })
  }
  const remember = (): void => {
    const { current } = field
    if (current) cursor.current = [current.selectionStart, current.selectionEnd]
  }
  return (
    <Tabs
      className={classes.composer}
      data-mode={mode}
      value={mode}
      keepMounted={false}
      onChange={(value) => onMode(value === 'note' ? 'note' : 'answer')}
    >
      <Tabs.List aria-label="Write" className={classes.tabs}>
        {MODES.map((one) => (
          <Tabs.Tab
            key={one}
            value={one}
            disabled={one === 'answer' && !mayAnswer}
            leftSection={one === 'note' ? <IconLock size={14} stroke={2} aria-hidden /> : undefined}
          >
            {LABELS[one]}
            {one !== mode && draft[one].text !== '' && (
              <span className={classes.unsent}> (unsent)</span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={mode} className={classes.panel}>
        {!mayAnswer && <p className={classes.hint}>{SETTLED[enquiry.state]}</p>}
        <Field
          ref={field}
          mode={mode}
          memberName={enquiry.memberName}
          text={text}
          problem={problem}
          onText={write}
          onSend={(alsoResolve) =>
            submit(mode === 'note' ? 'note' : alsoResolve ? 'resolve' : 'answer')
          }
          onLeave={onLeave}
        />
        {error !== null && !refused && (
          <FailureAlert
            error={error}
            title={mode === 'note' ? 'The note was not saved' : 'The answer was not sent'}
            kept="What you wrote is kept."
          />
        )}
        <div className={classes.acts}>
          {mode === 'answer' && (
            <CannedPicker enquiry={enquiry} onOpen={remember} onInsert={insert} />
          )}
          {text.length > TELL_FROM && (
            <Text size="xs" c="dimmed">
              {`${formatNumber(text.length)} of ${formatNumber(LONGEST)}`}
            </Text>
          )}
          <span className={classes.beside} />
          {mode === 'answer' ? (
            <>
              <Button
                variant="default"
                disabled={busy}
                title="Send and resolve (Ctrl+Shift+Enter)"
                onClick={() => submit('resolve')}
              >
                Send and resolve
              </Button>
              <Button
                loading={busy}
                title="Send (Ctrl+Enter)"
                leftSection={<IconSend size={16} stroke={1.8} aria-hidden />}
                onClick={() => submit('answer')}
              >
                Send
              </Button>
            </>
          ) : (
            <Button
              loading={busy}
              title="Save the note (Ctrl+Enter)"
              onClick={() => submit('note')}
            >
              Save note
            </Button>
          )}
        </div>
      </Tabs.Panel>
    </Tabs>
  )
}
