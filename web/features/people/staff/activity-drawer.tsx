import { Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { getActivity, type ActivityRow } from '../../../../contract/people/staff.ts'
import { parseRole, ROLE_NAMES } from '../../../../contract/roles.ts'
import { plainWords } from '../../../../contract/trail.ts'
import { call } from '../../../lib/api.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { Facts, Section } from '../../../ui/facts.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { differences, type Difference } from './differences.ts'
import classes from './staff.module.css'

const entryOptions = (seq: string | undefined) =>
  queryOptions({
    queryKey: ['activity', 'one', seq],
    queryFn: ({ signal }) => call(getActivity, { params: { seq: seq ?? '' }, signal }),
    enabled: seq !== undefined,
  })

/** One entry of the trail: who, what, why, and what was before and after. */
export function ActivityDrawer({
  id,
  onClose,
}: {
  id: string | undefined
  onClose: () => void
}): ReactElement {
  const query = useQuery(entryOptions(id))
  const title = query.data ? plainWords(query.data.action) : 'Activity'
  return (
    <DetailDrawer id={id} title={title} query={query} onClose={onClose}>
      {(entry) => <Entry entry={entry} />}
    </DetailDrawer>
  )
}

function Entry({ entry }: { entry: ActivityRow }): ReactElement {
  const { at, by, role, subject, subjectId, reason, requestId, seq, before, after } = entry
  const known = parseRole(role)
  const changed = differences(before, after)
  return (
    <>
      <Facts
        facts={[
          ['When', <Moment key="at" at={at} />],
          ['Who', by ?? 'The system'],
          ['As', known ? ROLE_NAMES[known] : role],
          ['To', `${plainWords(subject)} ${subjectId}`],
          ['Why', reason],
          ['Entry', seq],
          ['Request', requestId && <CopyText key="request" text={requestId} />],
        ]}
      />
      <Section title="Before and after">
        {changed.length === 0 ? (
          <Text c="dimmed">This entry tells of an act that changed no value.</Text>
        ) : (
          <Changes changed={changed} />
        )}
      </Section>
    </>
  )
}

function Changes({ changed }: { changed: readonly Difference[] }): ReactElement {
  return (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changed.map(({ name, before, after, same }) => (
          <tr key={name} data-same={same || undefined}>
            <th scope="row">{plainWords(name)}</th>
            <td>{before ?? '—'}</td>
            <td>{after ?? '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
