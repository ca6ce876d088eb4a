import { Alert, Button, Skeleton, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { downloadBankFile, type BankFile } from '../../../../contract/money/bank-files.ts'
import { formatPaise } from '../../../../contract/money.ts'
import { can } from '../../../../contract/permissions.ts'
import { download } from '../../../lib/api.ts'
import { formatAmount, formatMoment, formatNumber } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import classes from './bank-desk.module.css'
import { bankFilesOptions } from './payment-queries.ts'

const FORMATS = [
  ['xlsx', 'Spreadsheet'],
  ['csv', 'CSV'],
] as const
type Format = (typeof FORMATS)[number][0]

/** What came of the payments of a file so far. */
function answeredInWords({ payments, processed, failed }: BankFile): string {
  const open = payments - processed - failed
  if (open === payments) return 'No answer yet'
  return [
    processed > 0 && `${formatNumber(processed)} paid`,
    failed > 0 && `${formatNumber(failed)} failed`,
    open > 0 && `${formatNumber(open)} open`,
  ]
    .filter(Boolean)
    .join(', ')
}

function Downloads({
  file,
  busy,
  onTake,
}: {
  file: BankFile
  busy: boolean
  onTake: (file: BankFile, format: Format) => void
}): ReactElement {
  if (!file.downloadable) {
    const taken = file.downloads > 0 ? formatAmount(file.downloads, 'download') : 'No download'
    return <Text size="sm" c="dimmed">{`${taken}; closed`}</Text>
  }
  return (
    <div className={classes.downloads}>
      {FORMATS.map(([format, label]) => (
        <Button
          key={format}
          size="compact-sm"
          variant="default"
          disabled={busy}
          aria-label={`Download ${file.number} as ${label}`}
          onClick={() => onTake(file, format)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

/** Files that were made for the bank, the newest first. */
export function BankFiles(): ReactElement {
  const role = useRole()
  const client = useQueryClient()
  const { data, error: unread, isPending, refetch } = useQuery(bankFilesOptions(true))
  const { busy, error, send } = useSending(
    async ({ bankFileId, number }: BankFile, format: Format) => {
      const input = { params: { fileId: bankFileId }, body: { format } }
      await download(downloadBankFile, input, `bank-file-${number}.${format}`)
      await client.invalidateQueries(bankFilesOptions(true))
    },
  )
  return (
    <section className={classes.part} aria-labelledby="bank-files">
      <h3 id="bank-files">Files so far</h3>
      {can(role, 'payment.send') && (
        <Text size="sm" c="dimmed">
          A file holds whole account numbers. Each download stays in the record, with your name;
          when all of its payments are over, the numbers are gone.
        </Text>
      )}
      {error !== null && <FailureAlert error={error} title="The file did not come" />}
      {isPending ? (
        <Skeleton height={120} aria-label="Loading the files" />
      ) : unread && !data ? (
        <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert">
          <Text>The files could not be shown.</Text>
          <Button size="xs" mt="xs" variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </Alert>
      ) : data?.items.length === 0 ? (
        <Text c="dimmed">
          None yet. Each file you make stands here with what the bank answered.
        </Text>
      ) : (
        <ScrollRegion label="Files made for the bank" className={classes.rows}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">File</th>
                <th scope="col">Made</th>
                <th scope="col" data-align="right">
                  Payments
                </th>
                <th scope="col" data-align="right">
                  Pays out
                </th>
                <th scope="col">Answered</th>
                {can(role, 'payment.send') && <th scope="col">Download</th>}
              </tr>
            </thead>
            <tbody>
              {data?.items.map((file) => (
                <tr key={file.bankFileId}>
                  <td>
                    <b>{file.number}</b>
                  </td>
                  <td>{`${formatMoment(file.madeAt)} · ${file.madeBy}`}</td>
                  <td data-align="right">{formatNumber(file.payments)}</td>
                  <td data-align="right">{formatPaise(file.totalPaise)}</td>
                  <td>{answeredInWords(file)}</td>
                  {can(role, 'payment.send') && (
                    <td>
                      <Downloads
                        file={file}
                        busy={busy}
                        onTake={(...taken) => void send(...taken)}
                      />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  )
}
