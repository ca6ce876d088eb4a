import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import {
  approveTemplate,
  rejectTemplate,
  withdrawTemplate,
  type TemplateChange,
  type TemplateRow,
} from '../../../../contract/platform/message-templates.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DecideActs, type Decision } from '../../../ui/decide-acts.tsx'
import rules from '../rules/rules.module.css'
import { ProposedBy, Waiting } from '../../../ui/waiting.tsx'
import { orRefresh, textName } from './template-queries.ts'
import { TemplateText } from './template-text.tsx'
import classes from './templates.module.css'

function Change({ row, change }: { row: TemplateRow; change: TemplateChange }): ReactElement {
  const client = useQueryClient()
  const { changeId, language, subject, body, dltTemplate, proposedBy } = change
  const name = textName(row)
  const params = { changeId }
  const done = async (words: string, act: () => Promise<unknown>): Promise<void> => {
    await orRefresh(client, act)
    notifyDone(`${name}: ${words}`)
  }
  const decision: Decision = {
    thing: `the text of ${name}`,
    effect: 'The next message carries this text.',
    proposedBy,
    approve: (note) =>
      done('approved. The next message carries the text.', () =>
        call(approveTemplate, { params, body: { note: note || undefined } }),
      ),
    reject: (note) =>
      done('the text is rejected.', () => call(rejectTemplate, { params, body: { note } })),
    withdraw: () => done('your text is withdrawn.', () => call(withdrawTemplate, { params })),
  }
  return (
    <li>
      <div>
        <p className={rules.name}>{name}</p>
        <TemplateText subject={subject} body={body} language={language} />
        {dltTemplate !== row.dltTemplate && (
          <p className={rules.dim}>{`DLT template id: ${dltTemplate ?? 'none'}`}</p>
        )}
        <details className={classes.now}>
          <summary>What is sent now</summary>
          <TemplateText subject={row.subject} body={row.body} language={language} />
        </details>
        <ProposedBy change={change} />
      </div>
      <DecideActs decision={decision} />
    </li>
  )
}

/** The texts that wait for somebody else. */
export function WaitingTemplates({ rows }: { rows: readonly TemplateRow[] }): ReactElement | null {
  const waiting = rows.flatMap((row) => (row.proposal ? [{ row, change: row.proposal }] : []))
  if (waiting.length === 0) return null
  return (
    <Waiting>
      {waiting.map(({ row, change }) => (
        <Change key={change.changeId} row={row} change={change} />
      ))}
    </Waiting>
  )
}
