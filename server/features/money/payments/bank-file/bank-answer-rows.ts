import { ANSWER_COLUMNS, type AnswerRow } from '../../../../../contract/money/bank-files.ts'
import { formatPaise } from '../../../../../contract/money.ts'
import type { PaymentState } from '../../../../../contract/money/payment-states.ts'
import { AppError } from '../../../../lib/app-error.ts'
import type { StatusUpdate } from '../reconcile/record-status.service.ts'
import { stepsTowards } from '../payment-machine.ts'
import { withoutNumbers } from '../provider/provider-labels.ts'

/** A row as the bank wrote it. */
export type GivenRow = {
  line: number
  reference: string
  amount: string
  status: string
  utr: string
  reason: string
  day: string
}
/** The payment that a row means, as it stands. */
export type Meant = {
  paymentId: string
  number: string
  state: PaymentState
  netPaise: number | null
  utr: string | null
  /** Another payment that carries the row's UTR. */
  utrOf: string | null
  inBankFile: boolean
}
export type Judged = {
  outcome: AnswerRow['outcome']
  reason: string | null
  /** What there is to apply; of a refused one, what is put before a person when the rest is applied. */
  update: StatusUpdate | null
}

/** The rows of a table under the columns of an answer, in whatever order they come. */
export function rowsUnder(
  header: readonly string[],
  rows: readonly { line: number; cells: readonly string[] }[],
): GivenRow[] {
  const names = header.map((name) => name.trim().toLowerCase())
  const at = new Map(ANSWER_COLUMNS.map((name) => [name, names.indexOf(name.toLowerCase())]))
  const missing = ['Reference', 'Amount', 'Status', 'UTR'] as const
  const first = missing.find((name) => at.get(name) === -1)
  if (first) {
    const message = `The file has no column ${first}. It needs ${missing.join(', ')}; Reason and Date may be there.`
    throw new AppError('invalid', message)
  }
  return rows
    .map(({ line, cells }) => {
      const cell = (name: (typeof ANSWER_COLUMNS)[number]) =>
        (cells[at.get(name) ?? -1] ?? '').trim().slice(0, LONGEST)
      return {
        line,
        reference: cell('Reference').toUpperCase(),
        amount: cell('Amount'),
        status: cell('Status'),
        utr: cell('UTR').toUpperCase(),
        reason: withoutNumbers(cell('Reason')),
        day: cell('Date'),
      }
    })
    .filter(({ reference, amount, status }) => reference || amount || status)
}
const LONGEST = 300

const STATUSES: Record<string, StatusUpdate['state']> = {
  paid: 'processed',
  success: 'processed',
  successful: 'processed',
  processed: 'processed',
  completed: 'processed',
  credited: 'processed',
  settled: 'processed',
  failed: 'failed',
  failure: 'failed',
  rejected: 'failed',
  unpaid: 'failed',
  returned: 'reversed',
  return: 'reversed',
  reversed: 'reversed',
  pending: 'processing',
  'in process': 'processing',
  'in progress': 'processing',
  processing: 'processing',
}
const UTR = /^[A-Z0-9]{6,40}$/

/** Rupees as people and spreadsheets write them, in paise; null where it is no such amount. */
export function readRupees(text: string): number | null {
  const plain = text.replace(/^(?:₹|rs\.?|inr)\s*/i, '').replace(/,/g, '')
  const [, whole, part = ''] = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(plain) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** What stands in the same file and decides about a row too. */
export type Around = {
  /** Another row of the file with the same reference, and whether it says the same. */
  twin: { line: number; same: boolean; isBefore: boolean } | null
  /** Which other reference of the file has this UTR. */
  sharesUtr: string | null
}

const refused = (reason: string): Judged => ({ outcome: 'refused', reason, update: null })

/** What applying a row would do to its payment as it stands, and why it would not. */
export function judge(given: GivenRow, meant: Meant | null, { twin, sharesUtr }: Around): Judged {
  if (given.reference === '') return refused('It has no reference.')
  if (!meant) return refused('No payment has this reference.')
  if (!meant.inBankFile) return refused(`${meant.number} never went by bank file.`)
  if (twin && !twin.same) {
    return refused(`Line ${twin.line} says something else of it: ask the bank which is right.`)
  }
  if (twin?.isBefore) return refused(`Line ${twin.line} says the same already.`)
  const state = STATUSES[given.status.trim().toLowerCase()]
  if (!state) return refused(badStatus(given.status))
  const amountPaise = readRupees(given.amount)
  if (amountPaise === null) return refused(`${given.amount || 'Nothing'} is no amount in rupees.`)
  const update = updateIn(given, state, amountPaise)
  if (meant.netPaise !== null && amountPaise !== meant.netPaise) {
    const [wanted, told] = [formatPaise(meant.netPaise), formatPaise(amountPaise)]
    return { ...refused(`${wanted} was to be paid, not ${told}.`), update }
  }
  const discrepancy = discrepancyOfUtr(given, meant, update, sharesUtr)
  if (discrepancy !== null) return discrepancy
  return judgeSteps(given, meant, update)
}

/** Money that is paid needs a UTR; what came back may have none, but not that of another payment. */
function discrepancyOfUtr(
  given: GivenRow,
  meant: Meant,
  update: StatusUpdate,
  sharesUtr: string | null,
): Judged | null {
  if (update.state === 'processed') {
    if (given.utr === '') return refused('It is paid but has no UTR.')
    if (update.utr === null) {
      return refused(`${given.utr} is no UTR: it has 6 to 40 letters and digits.`)
    }
  }
  if (update.utr === null || update.state === 'processing') return null
  const other = elsewhere(given, meant)
  if (other !== null) return { ...refused(other), update }
  return sharesUtr === null ? null : refused(`The UTR ${given.utr} stands on ${sharesUtr} too.`)
}

function updateIn(
  given: GivenRow,
  state: StatusUpdate['state'],
  amountPaise: number,
): StatusUpdate {
  return {
    providerId: null,
    number: given.reference,
    state,
    providerState: given.status,
    amountPaise,
    // Where there is none, banks write NA, a hyphen or the like.
    utr: state !== 'failed' && UTR.test(given.utr) ? given.utr : null,
    reason: null,
    reasonText: state === 'processed' ? null : given.reason || null,
  }
}

/** Why a UTR cannot be that of this payment, by what is recorded. */
function elsewhere({ utr }: GivenRow, meant: Meant): string | null {
  if (meant.utrOf !== null) return `The UTR ${utr} stands on ${meant.utrOf} already.`
  if (meant.utr === null || meant.utr === utr) return null
  return `Another UTR, ${meant.utr}, is recorded for it.`
}

function badStatus(status: string): string {
  const known = 'Paid, Failed, Returned and Pending are'
  return status
    ? `The status ${status} is not known here: ${known}.`
    : `It has no status: ${known}.`
}

const RECORDED: Record<PaymentState, string> = {
  proposed: 'as waiting for approval',
  declined: 'as declined',
  queued: 'as not sent yet',
  processing: 'as on its way',
  unknown: 'as unknown',
  processed: 'as paid',
  failed: 'as failed',
  reversed: 'as returned',
}
const SAME: Record<StatusUpdate['state'], string> = {
  processing: 'The bank has not finished it.',
  processed: 'It is recorded as paid already.',
  failed: 'It is recorded as failed already.',
  reversed: 'It is recorded as returned already.',
}
const OUTCOMES = { processed: 'pay', failed: 'fail', reversed: 'reverse' } as const

function judgeSteps(given: GivenRow, { state: stands }: Meant, update: StatusUpdate): Judged {
  const { state } = update
  const steps = stepsTowards({ state: stands, isKnownToProvider: false }, state)
  if (steps === 'contradiction') {
    const reason = `It contradicts what is recorded: ${RECORDED[stands]}. Ask the bank.`
    return { ...refused(reason), update }
  }
  if (steps.length === 0 || state === 'processing') {
    const late = stands === 'reversed' && state !== 'reversed'
    return { outcome: 'same', reason: late ? 'It came back since.' : SAME[state], update: null }
  }
  return { outcome: OUTCOMES[state], reason: given.reason || null, update }
}
