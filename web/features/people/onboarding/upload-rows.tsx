import { Button, Skeleton, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.layer.css'
import {
  IconAlertTriangle,
  IconArrowRight,
  IconChevronLeft,
  IconChevronRight,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, type ReactElement } from 'react'
import { canSee } from '../../../../contract/menu.ts'
import { ONBOARDING_COLUMNS } from '../../../../contract/people/onboarding-columns.ts'
import type {
  OnboardingKind,
  Upload,
  UploadRow,
  Verdict,
} from '../../../../contract/people/onboarding.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { rowsOptions } from './onboarding-queries.ts'
import { KIND_WORDS, subjectSearchOf } from './onboarding-words.ts'
import { PlaceLink } from './place-link.tsx'
import { cellsOf, rowReasons, type Cell } from './row-cells.ts'
import classes from './upload-rows.module.css'
import type { UploadAddress } from './upload-address.ts'
import { RowTag } from './upload-styles.tsx'

type Tile = { verdict: Verdict | undefined; label: string; count: number; tone?: 'red' }

function tilesOf({ state, rows, creates, changes, same, refused }: Upload): Tile[] {
  const done = state === 'applied'
  return [
    { verdict: undefined, label: 'All rows', count: rows },
    { verdict: 'create', label: done ? 'Created' : 'Create', count: creates },
    { verdict: 'change', label: done ? 'Changed' : 'Change', count: changes },
    { verdict: 'same', label: 'No change', count: same },
    { verdict: 'refused', label: 'Refused', count: refused, tone: 'red' },
  ]
}

function Tiles({ upload, address }: { upload: Upload; address: UploadAddress }): ReactElement {
  return (
    <ul className={classes.tiles} aria-label="Rows to show">
      {tilesOf(upload).map(({ verdict, label, count, tone }) => {
        const place = { verdict, rowsAfter: undefined, rowsBefore: undefined }
        return (
          <li key={label}>
            <PlaceLink
              href={address.hrefOf(place)}
              className={classes.tile}
              current={address.query.verdict === verdict}
              tone={count > 0 ? tone : undefined}
              onFollow={() => address.change(place)}
            >
              <b>{formatNumber(count)}</b>
              <span>{label}</span>
            </PlaceLink>
          </li>
        )
      })}
    </ul>
  )
}

function CellContent({ cell: { text, before, reasons } }: { cell: Cell }): ReactElement {
  return (
    <>
      {before !== null ? (
        <span className={classes.change}>
          <del>{before || 'empty'}</del>
          <IconArrowRight size={13} stroke={2} role="img" aria-label="becomes" />
          <ins>{text || 'empty'}</ins>
        </span>
      ) : (
        <span className={classes.value}>{text}</span>
      )}
      {reasons.map((reason) => (
        <span key={reason} className={classes.reason}>
          <IconAlertTriangle size={14} stroke={2} aria-hidden />
          {reason}
        </span>
      ))}
    </>
  )
}

/** The code as it stands in the file, or as it was read where the file's rows are not kept any more. */
function CodeCell({
  kind,
  row,
  cell,
}: {
  kind: OnboardingKind
  row: UploadRow
  cell: Cell
}): ReactElement {
  const role = useRole()
  const { listPath } = KIND_WORDS[kind]
  // A mobile is kept nowhere: a new member has no code that the file knew.
  const named = row.code ?? (row.subjectId === null ? '' : `Open the ${KIND_WORDS[kind].one}`)
  const known = { ...cell, text: cell.text || named }
  const { subjectId } = row
  const linked = subjectId !== null && cell.reasons.length === 0 && canSee(role, listPath)
  return (
    <th scope="row" className={classes.code} data-wrong={cell.reasons.length > 0 || undefined}>
      {linked ? (
        <PageLink to={listPath} search={subjectSearchOf(kind, subjectId)}>
          {known.text}
        </PageLink>
      ) : (
        <CellContent cell={known} />
      )}
    </th>
  )
}

function RowLine({ kind, row }: { kind: OnboardingKind; row: UploadRow }): ReactElement {
  const headers = ONBOARDING_COLUMNS[kind].map(({ header }) => header)
  const [code, ...cells] = cellsOf(headers, row)
  const reasons = rowReasons(headers, row.problems)
  return (
    <tr>
      <td className={classes.number}>{formatNumber(row.rowNo)}</td>
      {code && <CodeCell kind={kind} row={row} cell={code} />}
      <td data-wrong={reasons.length > 0 || undefined}>
        <RowTag row={row} />
        {reasons.map((reason) => (
          <span key={reason} className={classes.reason}>
            <IconAlertTriangle size={14} stroke={2} aria-hidden />
            {reason}
          </span>
        ))}
      </td>
      {cells.map((cell, index) => (
        <td
          key={headers[index + 1]}
          data-wrong={cell.reasons.length > 0 || undefined}
          data-changed={cell.before !== null || undefined}
        >
          <CellContent cell={cell} />
        </td>
      ))}
    </tr>
  )
}

function Table({
  kind,
  label,
  rows,
  stale,
}: {
  kind: OnboardingKind
  label: string
  rows: readonly UploadRow[]
  stale: boolean
}): ReactElement {
  const [first, ...others] = ONBOARDING_COLUMNS[kind].map(({ header }) => header)
  return (
    <ScrollRegion label={label} className={classes.scroll}>
      <table className={classes.table} aria-busy={stale} data-stale={stale || undefined}>
        <thead>
          <tr>
            <th scope="col" className={classes.number}>
              Row
            </th>
            <th scope="col" className={classes.code}>
              {first}
            </th>
            <th scope="col">What it does</th>
            {others.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <RowLine key={row.rowNo} kind={kind} row={row} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** The rows of a file and what applying each of them does; one kind of them alone where asked. */
export function UploadRows({
  upload,
  address,
}: {
  upload: Upload
  address: UploadAddress
}): ReactElement {
  const heading = useId()
  const { verdict, rowsAfter, rowsBefore, rowsLimit } = address.query
  const place = { verdict, after: rowsAfter, before: rowsBefore, limit: rowsLimit }
  const { data, error, isPlaceholderData, refetch } = useQuery(rowsOptions(upload, place))
  const turn = (to: { rowsAfter?: string; rowsBefore?: string }): void =>
    address.change({ rowsAfter: undefined, rowsBefore: undefined, ...to })
  const { next = null, previous = null } = data ?? {}
  return (
    <section className={classes.rows} aria-labelledby={heading}>
      <h3 id={heading} className={classes.heading}>
        Row by row
      </h3>
      <Tiles upload={upload} address={address} />
      {!data && !error && <Skeleton height={240} aria-label="Loading the rows" />}
      {!data && error && (
        <>
          <FailureAlert error={error} title="The rows could not be shown" />
          <div>
            <Button size="xs" variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        </>
      )}
      {data?.items.length === 0 && (
        <Text c="dimmed" role="status">
          No row of the file is of this kind.
        </Text>
      )}
      {data && data.items.length > 0 && (
        <Table
          kind={upload.kind}
          label={`Rows of ${upload.name}`}
          rows={data.items}
          stale={isPlaceholderData}
        />
      )}
      {(next !== null || previous !== null) && (
        <div className={classes.turns} role="group" aria-label="Pages of rows">
          <Button
            size="xs"
            variant="default"
            disabled={previous === null}
            leftSection={<IconChevronLeft size={14} stroke={1.8} aria-hidden />}
            onClick={() => turn({ rowsBefore: previous ?? undefined })}
          >
            Previous rows
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={next === null}
            rightSection={<IconChevronRight size={14} stroke={1.8} aria-hidden />}
            onClick={() => turn({ rowsAfter: next ?? undefined })}
          >
            Next rows
          </Button>
        </div>
      )}
    </section>
  )
}
