import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useId, type ReactElement } from 'react'
import {
  ONBOARDING_COLUMNS,
  type OnboardingColumn,
} from '../../../../contract/people/onboarding-columns.ts'
import { onboardingTemplate, type OnboardingKind } from '../../../../contract/people/onboarding.ts'
import { download } from '../../../lib/api.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import classes from './onboarding.module.css'

function ColumnRow({ column }: { column: OnboardingColumn }): ReactElement {
  const { header, required, help, example } = column
  return (
    <tr>
      <th scope="row">
        {header}
        {required && <span className={classes.required}>required</span>}
      </th>
      <td>{help}</td>
      <td className={classes.example}>{example}</td>
    </tr>
  )
}

/** What a file of this kind holds, column by column, and an empty one to fill in. */
export function FileColumns({ kind }: { kind: OnboardingKind }): ReactElement {
  const heading = useId()
  const { busy, error, send } = useSending(() =>
    download(onboardingTemplate, { params: { kind } }, `${kind}-template.xlsx`),
  )
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <div className={classes.cardHead}>
        <h2 id={heading}>What the file holds</h2>
        <Button
          size="xs"
          variant="default"
          loading={busy}
          leftSection={<IconDownload size={15} stroke={1.8} aria-hidden />}
          onClick={() => void send()}
        >
          Download the template
        </Button>
      </div>
      {error !== null && <FailureAlert error={error} title="The template did not come" />}
      <table className={classes.columns} aria-label="Columns of the file">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">What belongs in it</th>
            <th scope="col">Example</th>
          </tr>
        </thead>
        <tbody>
          {ONBOARDING_COLUMNS[kind].map((column) => (
            <ColumnRow key={column.key} column={column} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
