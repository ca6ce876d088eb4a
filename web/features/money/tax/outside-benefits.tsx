import { Button, Modal, Text } from '@mantine/core'
import { IconDownload, IconFileImport } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import {
  OUTSIDE_COLUMNS,
  outsideBenefits,
  previewOutsideBenefits,
  type OutsidePreview,
} from '../../../../contract/money/tax.ts'
import { call, upload } from '../../../lib/api.ts'
import { formatAmount, formatDay, formatMoment } from '../../../lib/format.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { FileDrop, type SelectedFile } from '../../../ui/file-drop.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import classes from './outside-benefits.module.css'
import { OutsidePreviewView } from './outside-preview.tsx'
import { saveText } from './save-text.ts'

const KEY = 'outside-benefits'
const SHOWN = 5

const recentOptions = () => ({
  queryKey: [KEY],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(outsideBenefits, { query: { limit: SHOWN, count: 'yes' }, signal }),
})

/** The header of the file, and nothing else: an example row would be counted one day. */
const takeTemplate = (): void =>
  saveText(`${OUTSIDE_COLUMNS.join(',')}\r\n`, 'outside-benefits-template.csv')

function Import(): ReactElement {
  const client = useQueryClient()
  const [preview, setPreview] = useState<OutsidePreview | null>(null)
  const { busy, error, send } = useSending(async ({ name, bytes, type }: SelectedFile) => {
    setPreview(await upload(previewOutsideBenefits, { query: { name }, file: { bytes, type } }))
  })
  if (preview) {
    return (
      <OutsidePreviewView
        preview={preview}
        onChange={(after) => {
          setPreview(after)
          void client.invalidateQueries({ queryKey: [KEY] })
        }}
        onBack={() => setPreview(null)}
      />
    )
  }
  return (
    <div className={classes.body}>
      <Text>
        What members got from the company outside this system counts towards the year’s threshold.
        Each row of the file is checked and shown before anything is counted.
      </Text>
      <div>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
          onClick={takeTemplate}
        >
          Template (CSV)
        </Button>
      </div>
      <FileDrop
        label="Drop the filled file here"
        hint={`Spreadsheet (.xlsx) or text (.csv) with the columns ${OUTSIDE_COLUMNS.join(', ')}. Dates as 2026-11-20; value and tax in rupees.`}
        busy={busy}
        onFile={(file) => void send(file)}
      />
      {error !== null && <FailureAlert error={error} title="The file was not taken" />}
    </div>
  )
}

/** On the Reports page: benefits that were given outside the system, for the tax on benefits. */
export function OutsideBenefits(): ReactElement {
  const [opened, setOpened] = useState(false)
  const { data } = useQuery(recentOptions())
  const items = data?.items ?? []
  return (
    <section className={classes.card} aria-labelledby="outside">
      <header className={classes.head}>
        <div>
          <h2 id="outside">Benefits given outside the system</h2>
          <p>
            {data?.count
              ? `${formatAmount(data.count, 'benefit counts', 'benefits count')} towards the tax threshold of their members.`
              : 'Gifts and rewards from elsewhere count towards a member’s tax threshold, too.'}
          </p>
        </div>
        <Button
          variant="default"
          leftSection={<IconFileImport size={16} stroke={1.8} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          Add by file
        </Button>
      </header>
      {items.length > 0 && (
        <ul className={classes.rows} aria-label="Newest benefits given outside">
          {items.map((item) => (
            <li key={item.benefitId}>
              <span>
                <b>{item.memberName}</b>
                <small>{`${item.what} · ${formatDay(item.day)} · added by ${item.addedBy}, ${formatMoment(item.addedAt)}`}</small>
              </span>
              <b>{formatPaise(item.valuePaise)}</b>
            </li>
          ))}
        </ul>
      )}
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title="Benefits given outside the system"
        size={900}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Import />
      </Modal>
    </section>
  )
}
