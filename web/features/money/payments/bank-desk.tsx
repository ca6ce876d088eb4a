import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { previewBankAnswer, type BankAnswer } from '../../../../contract/money/bank-files.ts'
import { can } from '../../../../contract/permissions.ts'
import { upload } from '../../../lib/api.ts'
import { useRole } from '../../../lib/session.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { FileDrop, type SelectedFile } from '../../../ui/file-drop.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import { AnswerPreview } from './answer-preview.tsx'
import { BankFiles } from './bank-files.tsx'
import classes from './bank-desk.module.css'
import { MakeFile } from './make-file.tsx'
import { refreshPayments } from './payment-queries.ts'

function Upload({ onAnswer }: { onAnswer: (answer: BankAnswer) => void }): ReactElement {
  const client = useQueryClient()
  const { busy, error, send } = useSending(async ({ name, bytes, type }: SelectedFile) => {
    onAnswer(await upload(previewBankAnswer, { query: { name }, file: { bytes, type } }))
    void refreshPayments(client)
  })
  return (
    <section className={classes.part} aria-labelledby="bank-answer">
      <h3 id="bank-answer">The bank’s answer</h3>
      <FileDrop
        label="Drop the file from the bank here"
        hint="Spreadsheet (.xlsx) or text (.csv) with the columns Reference, Amount, Status and UTR; Reason and Date may be there. You see what it does before anything is applied."
        busy={busy}
        onFile={(file) => void send(file)}
      />
      {error !== null && <FailureAlert error={error} title="The file was not taken" />}
    </section>
  )
}

function Desk(): ReactElement {
  const role = useRole()
  const [answer, setAnswer] = useState<BankAnswer | null>(null)
  const acts = can(role, 'payment.send')
  if (answer) {
    return <AnswerPreview answer={answer} onChange={setAnswer} onBack={() => setAnswer(null)} />
  }
  return (
    <div className={classes.desk}>
      {acts && <MakeFile />}
      {acts && <Upload onAnswer={setAnswer} />}
      <BankFiles />
    </div>
  )
}

/** Payments by file: out to the bank, and its answer in. */
export function BankDesk({
  opened,
  onClose,
}: {
  opened: boolean
  onClose: () => void
}): ReactElement {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Bank files and answers"
      size={1080}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Desk />
    </Modal>
  )
}
