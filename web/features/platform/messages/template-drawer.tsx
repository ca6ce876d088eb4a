import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { LANGUAGE_NAMES } from '../../../../contract/people/members.ts'
import { needsTwoPeople, occasionOf } from '../../../../contract/platform/message-occasions.ts'
import type {
  TemplateChange,
  TemplateRow,
} from '../../../../contract/platform/message-templates.ts'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { Facts, Section } from '../../../ui/facts.tsx'
import { Timeline, type TimelineEntry } from '../../../ui/timeline.tsx'
import { decidedEntry } from '../rules/decided.tsx'
import type { Surroundings } from './template-dialog.tsx'
import { TemplatePreview } from './template-preview.tsx'
import { historyOptions, idOf, textName } from './template-queries.ts'
import classes from './templates.module.css'

function entryOf(change: TemplateChange): TimelineEntry {
  const { subject, body, dltTemplate } = change
  const title = subject === null ? body : `${subject} · ${body}`
  return decidedEntry(change, title, dltTemplate && `DLT template ${dltTemplate}`)
}

/** One text: when it is sent, what it can hold, and every change that was ever proposed. */
export function TemplateDrawer({
  row,
  about,
  onClose,
}: {
  row: TemplateRow | undefined
  about: Surroundings
  onClose: () => void
}): ReactElement {
  const query = useQuery(historyOptions(row))
  return (
    <DetailDrawer
      id={row && idOf(row)}
      title={row ? textName(row) : 'Message'}
      query={query}
      onClose={onClose}
    >
      {({ changes }) => row && <Contents row={row} about={about} changes={changes} />}
    </DetailDrawer>
  )
}

function Contents({
  row,
  about,
  changes,
}: {
  row: TemplateRow
  about: Surroundings
  changes: readonly TemplateChange[]
}): ReactElement {
  const { language, subject, body, dltTemplate } = row
  const occasion = occasionOf(row.occasion)
  const variables = Object.entries(occasion.variables).map(
    ([name, { label }]) => `{${name}}: ${label}`,
  )
  return (
    <>
      <p className={classes.note}>{occasion.when}</p>
      <TemplatePreview
        occasion={occasion}
        language={language}
        programme={about.programme}
        subject={subject}
        body={body}
      />
      <Facts
        facts={[
          ['Language', LANGUAGE_NAMES[language]],
          ['Sent by', occasion.channel === 'sms' ? 'SMS' : 'e-mail'],
          ['DLT template id', dltTemplate],
          ['Variables', variables.join(' · ')],
          ['Changed by', needsTwoPeople(row.occasion) ? 'two people' : 'one person'],
        ]}
      />
      <Section title="History">
        {changes.length === 0 ? (
          <p className={classes.note}>It was never changed: the built-in text is sent.</p>
        ) : (
          <Timeline label="Changes of the text" entries={changes.map(entryOf)} />
        )}
      </Section>
    </>
  )
}
