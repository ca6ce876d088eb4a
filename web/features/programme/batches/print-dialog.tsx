import { Checkbox, Modal, NumberInput, SegmentedControl, Select } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  PRINTER_DPI,
  PRINT_FORMATS,
  labelsIn,
  lockedFileName,
} from '../../../../contract/programme/batch-print.ts'
import { printBatch, type BatchDetail } from '../../../../contract/programme/batches.ts'
import { CORRECTIONS } from '../../../../contract/programme/label-layout.ts'
import { SHEET_PRESETS } from '../../../../contract/programme/label-sheets.ts'
import { downloadLocked } from '../../../lib/api.ts'
import { formatNumber } from '../../../lib/format.ts'
import { FormBody, useDialogForm } from '../../../ui/dialog-form.tsx'
import { AskAgain, StatusLine } from './ask-again.tsx'
import { batchOptions } from './batch-queries.ts'
import { FilePassword } from './file-password.tsx'
import classes from './print-dialog.module.css'
import {
  CUSTOM,
  keepSettings,
  lastSettings,
  requestOf,
  sheetOf,
  type PrintRun,
  type PrintSettings,
} from './print-settings.ts'
import { FORMATS, LEVELS } from './print-words.ts'
import { SheetDrawing } from './sheet-drawing.tsx'
import { SheetFields } from './sheet-fields.tsx'
import { runOf, takingStatus, useMe } from './taking-status.ts'
import { takingsOptions } from './taking-queries.ts'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'

const SIZES = [
  ...Object.entries(SHEET_PRESETS).map(([value, { name }]) => ({ value, label: name })),
  { value: CUSTOM, label: 'Other sizes' },
]
type Field = (name: string) => { error: string | undefined; onBlur: () => void }
type PartProps = {
  settings: PrintSettings
  field: Field
  set: (changed: Partial<PrintSettings>) => void
}

type Taken = { name: string; password: string }

/** Format, size and serials of a print file, and then its password. */
export function PrintDialog({
  batch,
  opened,
  onClose,
}: {
  batch: BatchDetail
  opened: boolean
  onClose: () => void
}): ReactElement {
  const [settings, setSettings] = useState(lastSettings)
  const [taken, setTaken] = useState<Taken | null>(null)
  const set = (changed: Partial<PrintSettings>) => setSettings((old) => ({ ...old, ...changed }))
  const close = (): void => {
    setTaken(null)
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={`Print batch ${batch.batchId}`}
      size={taken === null && hasLabels(settings) ? 760 : 480}
      // A password that is shown once is not lost by a click beside it.
      closeOnClickOutside={taken === null}
      closeOnEscape={taken === null}
      withCloseButton={taken === null}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {taken === null ? (
        <PrintForms
          batch={batch}
          settings={settings}
          set={set}
          onTaken={setTaken}
          onClose={onClose}
        />
      ) : (
        <FilePassword {...taken} onClose={close} />
      )}
    </Modal>
  )
}

const hasLabels = ({ format }: PrintSettings): boolean => format === 'pdf' || format === 'zpl'

/** What is to be taken; where it was taken already it is asked for. The settings stay in the browser. */
function PrintForms({
  batch,
  settings,
  set,
  onTaken,
  onClose,
}: Pick<PartProps, 'settings' | 'set'> & {
  batch: BatchDetail
  onTaken: (taken: Taken) => void
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [run, setRun] = useState<PrintRun>({ of: 'packs', from: '', to: '' })
  const { batchId } = batch
  const { data: takings } = useQuery(takingsOptions(batchId))
  const status = takingStatus(takings, runOf(batch, run), useMe())
  const form = useDialogForm(printBatch, requestOf(settings, run))
  const print = (): void =>
    void form.send(async (body) => {
      const name = lockedFileName(batch, body)
      try {
        const password = await downloadLocked(printBatch, { params: { batchId }, body }, name)
        onTaken({ name, password })
        keepSettings(settings)
      } finally {
        void client.invalidateQueries(batchOptions(String(batchId)))
        void client.invalidateQueries(takingsOptions(batchId))
      }
    })
  return (
    <>
      {/* Above both forms: what is typed here decides which of them it is, and keeps the focus. */}
      <div className={classes.run}>
        <RunFields batch={batch} run={run} field={form.field} onChange={setRun} />
      </div>
      {status.kind === 'ask' ? (
        <AskAgain
          batch={batch}
          run={run}
          status={status}
          failure={form.failure}
          onClose={onClose}
        />
      ) : (
        <FormBody
          submit="Download"
          busy={form.busy}
          failure={form.failure}
          kept="The history of the batch says whether it was given out."
          onSubmit={print}
          onClose={onClose}
        >
          <div className={classes.sides} data-single={hasLabels(settings) ? undefined : true}>
            <div className={classes.fields}>
              <FormatFields settings={settings} field={form.field} set={set} />
            </div>
            {hasLabels(settings) && (
              <SheetDrawing
                batch={batch}
                of={run.of}
                sheet={sheetOf(settings)}
                correction={settings.correction}
                name={settings.name}
                count={countOf(batch, run)}
              />
            )}
          </div>
          <StatusLine status={status} />
        </FormBody>
      )}
    </>
  )
}

function countOf(batch: BatchDetail, run: PrintRun): number {
  const { from, to } = runOf(batch, run)
  return Math.max(0, to - from + 1)
}

/** Which labels: of packs or cartons, from the first to the last. */
function RunFields({
  batch,
  run,
  field,
  onChange,
}: {
  batch: BatchDetail
  run: PrintRun
  field: Field
  onChange: (run: PrintRun) => void
}): ReactElement {
  const what = run.of === 'cartons' ? 'carton' : 'serial'
  const number = {
    allowDecimal: false,
    allowNegative: false,
    clampBehavior: 'none',
    hideControls: true,
  } as const
  return (
    <>
      {batch.cartonSize !== null && (
        <SegmentedControl
          aria-label="Labels of"
          value={run.of}
          onChange={(of) => onChange({ of: of === 'cartons' ? of : 'packs', from: '', to: '' })}
          data={[
            { value: 'packs', label: 'Labels of packs' },
            { value: 'cartons', label: 'Labels of cartons' },
          ]}
        />
      )}
      <div className={classes.pair}>
        <NumberInput
          {...number}
          label={`From ${what}`}
          placeholder="1"
          value={run.from}
          onChange={(from) => onChange({ ...run, from })}
          {...field('from')}
        />
        <NumberInput
          {...number}
          label={`To ${what}`}
          placeholder={formatNumber(labelsIn(batch, run.of))}
          value={run.to}
          onChange={(to) => onChange({ ...run, to })}
          {...field('to')}
        />
      </div>
    </>
  )
}

function FormatFields({ settings, field, set }: PartProps): ReactElement {
  const { format } = settings
  const labels = hasLabels(settings)
  const hasQr = labels || format === 'svg' || format === 'png'
  return (
    <>
      <Select
        label="Format"
        description={FORMATS[format].about}
        allowDeselect={false}
        data={PRINT_FORMATS.map((value) => ({ value, label: FORMATS[value].label }))}
        value={format}
        onChange={(value) => value && set({ format: value })}
      />
      {labels && <LabelFields settings={settings} field={field} set={set} />}
      {hasQr && (
        <Select
          label="Error correction"
          description="More survives more dirt, with smaller modules"
          allowDeselect={false}
          data={CORRECTIONS.map((value) => ({ value, label: LEVELS[value] }))}
          value={settings.correction}
          onChange={(value) => value && set({ correction: value })}
        />
      )}
    </>
  )
}

function LabelFields({ settings, field, set }: PartProps): ReactElement {
  const size = field('sheet.labelWidth')
  const custom = settings.preset === CUSTOM
  return (
    <>
      <Select
        label="Label size"
        allowDeselect={false}
        data={SIZES}
        value={settings.preset}
        onChange={(preset) => preset && set({ preset })}
        error={custom ? undefined : size.error}
      />
      {custom && (
        <SheetFields
          settings={settings}
          field={field}
          onChange={(sizes) => set({ custom: sizes })}
        />
      )}
      {settings.format === 'zpl' && (
        <Select
          label="Dots an inch of the printer"
          allowDeselect={false}
          data={PRINTER_DPI.map(String)}
          value={String(settings.dpi)}
          onChange={(value) => {
            const dpi = PRINTER_DPI.find((known) => String(known) === value)
            if (dpi) set({ dpi })
          }}
          error={field('dpi').error}
        />
      )}
      <Checkbox
        label="Print the product’s name"
        checked={settings.name}
        onChange={(event) => set({ name: event.currentTarget.checked })}
        error={field('name').error}
      />
    </>
  )
}
