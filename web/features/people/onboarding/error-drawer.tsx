import { Alert, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState, type ReactElement } from 'react'
import { canSee } from '../../../../contract/menu.ts'
import { ONBOARDING_COLUMNS } from '../../../../contract/people/onboarding-columns.ts'
import {
  dismissOnboardingRow,
  mayOnboard,
  type ErrorRow,
} from '../../../../contract/people/onboarding.ts'
import { call } from '../../../lib/api.ts'
import { formatMoment, formatNumber, formatWord } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { ErrorForm, type Drafts } from './error-form.tsx'
import { ErrorTag } from './error-list.tsx'
import {
  keepError,
  refreshError,
  useErrorRow,
  useWorklist,
  type Neighbour,
  type Worklist,
} from './error-queries.ts'
import classes from './errors.module.css'
import { KIND_WORDS, subjectSearchOf, uploadSearchOf } from './onboarding-words.ts'
import { ReadOnlyRow } from './read-only-row.tsx'
import { useRowKeys } from './use-row-keys.ts'

function useDrafts(): Drafts {
  const kept = useRef(new Map<string, readonly string[]>())
  return useMemo(
    () => ({
      of: (id) => kept.current.get(id),
      keep: (id, values) => {
        if (values) kept.current.set(id, values)
        else kept.current.delete(id)
      },
    }),
    [],
  )
}

function Turns({
  worklist,
  onMove,
}: {
  worklist: Worklist
  onMove: (direction: 'next' | 'previous') => void
}): ReactElement {
  return (
    <div className={classes.turns}>
      <Button
        size="xs"
        variant="default"
        disabled={!worklist.previous}
        leftSection={<IconChevronLeft size={14} stroke={1.8} aria-hidden />}
        aria-keyshortcuts="K Alt+K"
        onClick={() => onMove('previous')}
      >
        Previous
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={!worklist.next}
        rightSection={<IconChevronRight size={14} stroke={1.8} aria-hidden />}
        aria-keyshortcuts="J Alt+J"
        onClick={() => onMove('next')}
      >
        Next
      </Button>
      <span className={classes.hint}>
        <kbd>J</kbd> <kbd>K</kbd> next and previous, in a field with <kbd>Alt</kbd>
      </span>
    </div>
  )
}

const focusIt = (element: HTMLElement | null): void => element?.focus()

/** What a corrected row became. */
function Became({
  row,
  subjectId,
  onNext,
}: {
  row: ErrorRow
  subjectId: number | null
  onNext: (() => void) | undefined
}): ReactElement {
  const role = useRole()
  const { one, listPath } = KIND_WORDS[row.kind]
  return (
    <Alert color="green" icon={<IconCircleCheck size={18} />} role="status" title="Applied">
      <div className={classes.became}>
        <span>
          {`${formatWord(one)} ${row.code ?? ''} is now as you corrected it. `}
          {subjectId !== null && canSee(role, listPath) && (
            <PageLink to={listPath} search={subjectSearchOf(row.kind, subjectId)}>
              {`Open the ${one}`}
            </PageLink>
          )}
        </span>
        {onNext && (
          <Button ref={focusIt} size="xs" onClick={onNext}>
            Next error
          </Button>
        )}
      </div>
    </Alert>
  )
}

function About({ row }: { row: ErrorRow }): ReactElement {
  const { kind, uploadId, fileName, rowNo, cameAt, code, settledAt, settledBy } = row
  return (
    <Facts
      facts={[
        [
          'File',
          <PageLink
            key="file"
            to={KIND_WORDS[kind].sendPath}
            search={uploadSearchOf(kind, uploadId)}
          >
            {fileName}
          </PageLink>,
        ],
        ['Row', formatNumber(rowNo)],
        ['Sent', formatMoment(cameAt)],
        ['Code', code],
        [
          'Settled',
          settledAt && `${formatMoment(settledAt)}${settledBy ? ` by ${settledBy}` : ''}`,
        ],
      ]}
    />
  )
}

function Dismiss({
  row,
  opened,
  onClose,
}: {
  row: ErrorRow
  opened: boolean
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const dismiss = async (reason: string): Promise<void> => {
    const params = { uploadId: row.uploadId, rowNo: row.rowNo }
    try {
      keepError(client, await call(dismissOnboardingRow, { params, body: { reason } }))
      onClose()
    } catch (failure) {
      refreshError(client, row)
      throw failure
    }
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`Dismiss row ${formatNumber(row.rowNo)}`}
      what="The row is left for good and what stands in it is forgotten; nothing is created or changed by it."
      submit="Dismiss"
      danger
      onConfirm={dismiss}
      onClose={onClose}
    />
  )
}

/** One refused row beside the list, under its own address: corrected in place and tried again. */
export function ErrorDrawer({
  id,
  onShow,
  onClose,
}: {
  id: string | undefined
  onShow: (neighbour: Neighbour) => void
  onClose: () => void
}): ReactElement {
  const query = useErrorRow(id)
  const worklist = useWorklist(id)
  const drafts = useDrafts()
  const kind = query.data?.kind
  const role = useRole()
  const mayCorrect = kind !== undefined && mayOnboard(role, kind)
  const [applied, setApplied] = useState<ReadonlyMap<string, number | null>>(new Map())
  const [dismissing, setDismissing] = useState(false)
  const move = (direction: 'next' | 'previous'): void => {
    const to = worklist[direction]
    if (to) onShow(to)
  }
  useRowKeys(move, id !== undefined && !dismissing)
  const title = query.data
    ? `Row ${formatNumber(query.data.rowNo)} of ${query.data.fileName}`
    : 'Refused row'
  return (
    <DetailDrawer
      id={id}
      title={title}
      query={query}
      held={dismissing}
      ownTurns
      size={620}
      onClose={onClose}
    >
      {(row) => {
        const key = id ?? ''
        const subject = applied.get(key)
        return (
          <>
            <div className={classes.top}>
              <ErrorTag state={row.state} />
              <Turns worklist={worklist} onMove={move} />
            </div>
            {subject !== undefined && (
              <Became
                row={row}
                subjectId={subject}
                onNext={worklist.next ? () => move('next') : undefined}
              />
            )}
            {row.state === 'open' && row.cells !== null && mayCorrect ? (
              <ErrorForm
                key={key}
                id={key}
                row={row}
                drafts={drafts}
                onApplied={(subjectId) => {
                  drafts.keep(key, undefined)
                  setApplied((before) => new Map(before).set(key, subjectId))
                }}
                onDismiss={() => setDismissing(true)}
              />
            ) : (
              <ReadOnlyRow columns={ONBOARDING_COLUMNS[row.kind]} row={row} />
            )}
            <About row={row} />
            <Dismiss row={row} opened={dismissing} onClose={() => setDismissing(false)} />
          </>
        )
      }}
    </DetailDrawer>
  )
}
