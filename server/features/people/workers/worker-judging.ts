import { LANGUAGE_NAMES, type Language } from '../../../../contract/people/members.ts'
import { ONBOARDING_COLUMNS } from '../../../../contract/people/onboarding-columns.ts'
import type { RowProblem } from '../../../../contract/people/onboarding.ts'
import type { Shift } from '../../../../contract/people/shifts.ts'
import {
  type CellValues,
  codeOf,
  type GivenRow,
  inColumnOrder,
  type Judged,
  readCells,
  textOf,
} from '../onboarding/index.ts'

const COLUMNS = ONBOARDING_COLUMNS.workers
const HEADERS = Object.fromEntries(COLUMNS.map(({ key, header }) => [key, header]))
const CODES_TOLD = 30

export type Plant = { plantId: number; code: string; left: boolean }

/** An account that something of a row belongs to; of staff who are no workers, only that it is there. */
export type Holder = {
  staffId: number
  email: string
  disabled: boolean
  name: string
  plantCode: string | null
  worker: {
    employeeCode: string
    mobile: string | null
    shift: Shift
    language: Language
    joinedOn: string | null
  } | null
}

export type WorkerFacts = {
  /** By code in capital letters. */
  plants: ReadonlyMap<string, Plant>
  byCode: ReadonlyMap<string, Holder>
  byEmail: ReadonlyMap<string, Holder>
  byMobile: ReadonlyMap<string, Holder>
}

/** What a row's cells stand for; null where a cell is empty. */
export type WorkerCells = {
  employeeCode: string | null
  name: string | null
  email: string | null
  mobile: string | null
  plantCode: string | null
  shift: Shift | null
  language: Language | null
  joinedOn: string | null
}

export function readWorker(cells: GivenRow['cells']) {
  const { values, problems } = readCells(COLUMNS, cells)
  return { worker: workerOf(values), problems }
}

function workerOf(values: CellValues): WorkerCells {
  return {
    employeeCode: textOf(values, 'employeeCode'),
    name: textOf(values, 'name'),
    email: textOf(values, 'email'),
    mobile: textOf(values, 'mobile'),
    plantCode: textOf(values, 'plantCode'),
    shift: textOf(values, 'shift') as Shift | null,
    language: textOf(values, 'language') as Language | null,
    joinedOn: textOf(values, 'joinedOn'),
  }
}

/** What applying a row would do, by the facts about all that it names. */
export function judgeWorker(row: GivenRow, facts: WorkerFacts): Judged {
  const { worker, problems } = readWorker(row.cells)
  const there = sameWorker(worker, facts)
  const all = inColumnOrder(COLUMNS, [
    ...problems,
    ...plantProblem(worker, there, facts),
    ...takenProblems(worker, there, facts),
    ...(there?.disabled ? [deactivated(there)] : []),
  ])
  const changes = there && all.length === 0 ? changesOf(worker, there, facts) : []
  return {
    rowNo: row.rowNo,
    verdict: verdictOf(all, there, changes),
    code: codeOf(row.cells.employeeCode),
    claims: (['employeeCode', 'email', 'mobile'] as const).flatMap((key) => {
      const value = worker[key]
      return value === null ? [] : [{ column: headerOf(key), value }]
    }),
    changes,
    problems: all,
    subjectId: there?.staffId ?? null,
  }
}

function verdictOf(
  problems: readonly unknown[],
  there: Holder | null,
  changes: readonly unknown[],
): Judged['verdict'] {
  if (problems.length > 0) return 'refused'
  if (!there) return 'create'
  return changes.length > 0 ? 'change' : 'same'
}

/** The worker who has both the employee code and the e-mail. */
function sameWorker({ employeeCode, email }: WorkerCells, facts: WorkerFacts): Holder | null {
  if (employeeCode === null || email === null) return null
  const holder = facts.byCode.get(employeeCode)
  return holder?.email === email ? holder : null
}

function plantProblem(
  { plantCode }: WorkerCells,
  there: Holder | null,
  { plants }: WorkerFacts,
): RowProblem[] {
  if (plantCode === null) return []
  const plant = plants.get(plantCode)
  if (plant) {
    if (!plant.left || there?.plantCode === plant.code) return []
    const reason = `Plant ${plant.code} is deactivated: it gets no new workers.`
    return [{ column: headerOf('plantCode'), reason }]
  }
  const codes = [...plants.values()].flatMap(({ code, left }) => (left ? [] : [code]))
  const more = codes.length > CODES_TOLD ? ' and others' : ''
  const known =
    codes.length > 0
      ? `The codes are ${codes.slice(0, CODES_TOLD).join(', ')}${more}.`
      : 'Add one under Programme, Plants first.'
  const reason = `There is no plant ${plantCode.slice(0, 20)}. ${known}`
  return [{ column: headerOf('plantCode'), reason }]
}

function takenProblems(
  worker: WorkerCells,
  there: Holder | null,
  facts: WorkerFacts,
): RowProblem[] {
  const problems: RowProblem[] = []
  const add = (key: string, reason: string) => problems.push({ column: headerOf(key), reason })
  const { employeeCode, email, mobile } = worker
  const [byCode, byEmail, byMobile] = [
    employeeCode === null ? undefined : facts.byCode.get(employeeCode),
    email === null ? undefined : facts.byEmail.get(email),
    mobile === null ? undefined : facts.byMobile.get(mobile),
  ]
  // Without an e-mail it is not known whether the row means the one who has the code.
  if (byCode && employeeCode !== null && email !== null && byCode !== there) {
    add('employeeCode', codeTaken(employeeCode, byCode))
  }
  if (byEmail && byEmail !== there && !(byEmail.worker && employeeCode === null)) {
    add('email', emailTaken(byEmail))
  }
  if (byMobile && byMobile !== there && employeeCode !== null && email !== null) {
    add('mobile', mobileTaken(byMobile))
  }
  return problems
}

export const codeTaken = (code: string, { name }: Holder) =>
  `Employee code ${code} belongs to ${name} already.`
export const emailTaken = (holder: Holder) => `This e-mail belongs to ${whoIs(holder)} already.`
export const mobileTaken = (holder: Holder) => `This mobile belongs to ${whoIs(holder)} already.`

/** A worker by name; of other staff nothing is told to whoever sends a file. */
function whoIs({ name, worker }: Holder): string {
  return worker ? `${name} (${worker.employeeCode})` : 'another account'
}

function deactivated({ name, worker }: Holder): RowProblem {
  const who = `${name} (${worker?.employeeCode})`
  return {
    column: null,
    reason: `${who} is deactivated. Reactivate this worker in the worker list first.`,
  }
}

function changesOf(
  worker: WorkerCells,
  { name, plantCode, worker: known }: Holder,
  { plants }: WorkerFacts,
): Judged['changes'] {
  const plant = worker.plantCode === null ? undefined : plants.get(worker.plantCode)
  const pairs: [key: string, before: string | null | undefined, after: string | null][] = [
    ['name', name, worker.name],
    ['mobile', known?.mobile, worker.mobile],
    ['plantCode', plantCode, plant?.code ?? null],
    ['shift', known?.shift, worker.shift],
    [
      'language',
      known && LANGUAGE_NAMES[known.language],
      worker.language && LANGUAGE_NAMES[worker.language],
    ],
    ['joinedOn', known?.joinedOn, worker.joinedOn],
  ]
  // An empty cell leaves what is known.
  return pairs.flatMap(([key, before, after]) =>
    after === null || after === before
      ? []
      : [{ column: headerOf(key), before: before ?? '', after }],
  )
}

function headerOf(key: string): string {
  return HEADERS[key] ?? key
}
