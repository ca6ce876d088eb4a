import { Button, Skeleton, Title } from '@mantine/core'
import '@mantine/core/styles/Skeleton.layer.css'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { LANGUAGE_NAMES } from '../../../../contract/people/members.ts'
import { OCCASION_GROUPS } from '../../../../contract/platform/message-occasion.ts'
import {
  OCCASION_KEYS,
  occasionOf,
  type OccasionKey,
} from '../../../../contract/platform/message-occasions.ts'
import type { TemplateRow } from '../../../../contract/platform/message-templates.ts'
import { can } from '../../../../contract/permissions.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { FailedState } from '../../../ui/list/list-states.tsx'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import rules from '../rules/rules.module.css'
import { TemplateDialog, type Surroundings } from './template-dialog.tsx'
import { TemplateDrawer } from './template-drawer.tsx'
import { idOf, templatesOptions, textName } from './template-queries.ts'
import { TemplateText } from './template-text.tsx'
import classes from './templates.module.css'
import { WaitingTemplates } from './waiting-templates.tsx'

export function preload(queries: QueryClient): void {
  void queries.prefetchQuery(templatesOptions())
}

function sinceWords({ setBy }: TemplateRow): string {
  return setBy?.decidedAt
    ? `Since ${formatMoment(setBy.decidedAt)}, by ${setBy.proposedBy.name}`
    : 'Built in'
}

type RowProps = { row: TemplateRow; about: Surroundings; onOpen: (id: string) => void }

function Text({ row, about, onOpen }: RowProps): ReactElement {
  const role = useRole()
  const [changing, setChanging] = useState(false)
  const { language, subject, body, dltTemplate, proposal, passedOver } = row
  const name = textName(row)
  return (
    <div className={classes.one}>
      <div>
        <button
          type="button"
          className={rules.open}
          data-row={idOf(row)}
          aria-label={name}
          onClick={() => onOpen(idOf(row))}
        >
          {LANGUAGE_NAMES[language]}
        </button>
        <TemplateText subject={subject} body={body} language={language} />
        <small className={rules.dim}>
          {[sinceWords(row), dltTemplate && `DLT ${dltTemplate}`].filter(Boolean).join(' · ')}
        </small>
        {passedOver !== null && <p className={classes.warn}>{passedOver}</p>}
      </div>
      {can(role, 'programme.edit') && (
        <div className={rules.change}>
          <Button
            size="xs"
            variant="default"
            disabled={proposal !== null}
            aria-label={`Change ${name}`}
            onClick={() => setChanging(true)}
          >
            Change
          </Button>
          {proposal && <small>Waits for approval</small>}
          <TemplateDialog
            row={row}
            about={about}
            opened={changing}
            onClose={() => setChanging(false)}
          />
        </div>
      )}
    </div>
  )
}

function OccasionItem({
  occasion,
  rows,
  ...props
}: { occasion: OccasionKey; rows: readonly TemplateRow[] } & Omit<RowProps, 'row'>): ReactElement {
  const { label, when, channel } = occasionOf(occasion)
  return (
    <li className={classes.occasion}>
      <div>
        <p className={rules.name}>{label}</p>
        <p className={rules.dim}>{`${when} ${channel === 'sms' ? 'SMS' : 'E-mail'}.`}</p>
      </div>
      <div>
        {rows.map((row) => (
          <Text key={row.language} row={row} {...props} />
        ))}
      </div>
    </li>
  )
}

function Messages(): ReactElement {
  const open = useOpenRow()
  const { data, error, refetch } = useQuery(templatesOptions())
  if (!data) {
    if (!error) return <Skeleton height={480} aria-label="Loading" />
    const retry = (): void => void refetch()
    return <FailedState many="messages" failure={error} onRetry={retry} onClear={retry} />
  }
  const { templates, ...about } = data
  return (
    <>
      <WaitingTemplates rows={templates} />
      {OCCASION_GROUPS.map((group) => (
        <section key={group} className={rules.group} aria-labelledby={`messages-${group}`}>
          <h2 id={`messages-${group}`}>{group}</h2>
          <ul>
            {OCCASION_KEYS.filter((key) => occasionOf(key).group === group).map((key) => (
              <OccasionItem
                key={key}
                occasion={key}
                rows={templates.filter(({ occasion }) => occasion === key)}
                about={about}
                onOpen={open.show}
              />
            ))}
          </ul>
        </section>
      ))}
      <TemplateDrawer
        row={templates.find((row) => idOf(row) === open.id)}
        about={about}
        onClose={open.close}
      />
    </>
  )
}

/** What is sent to one person on which occasion, in each language. */
export function Side({ sides }: { sides: ReactElement }): ReactElement {
  return (
    <div className={rules.page}>
      <header>
        <Title order={1}>Messages</Title>
        <p className={rules.about}>
          The texts that the programme sends to one person, in that person’s language; where it has
          none that can be sent, the English one. A text that carries a link or a code is proposed
          by one person and approved by another.
        </p>
      </header>
      {sides}
      <Messages />
    </div>
  )
}
