import { can } from '../../../../contract/permissions.ts'
import { parseRole } from '../../../../contract/roles.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { compare, type Compared, type FieldChange } from './differences.ts'
import { ProgrammeFileError, writeProgrammeFile, type ProgrammeFile } from './programme-file.ts'
import { lockImports, staffNamed } from './programme-file.queries.ts'
import { applyStatus, partsOf, SECTIONS, type Importing, type Section } from './sections.ts'

type Reading = Pick<Context, 'db' | 'now' | 'rules'>

export type PlannedChange = {
  noun: string
  name: string
  kind: 'add' | 'change'
  fields: FieldChange[]
  /** Another person has to approve it before it holds. */
  waits: boolean
}
export type Plan = {
  changes: PlannedChange[]
  /** What is here and not in the file, such as "Plant JHB": it is left as it is. */
  onlyHere: string[]
}

/** The configuration of the programme as the text of a file. */
export async function exportProgramme(context: Reading): Promise<string> {
  return writeProgrammeFile(await partsOf(context))
}

/** What an import of the file would change here. */
export async function planOf(context: Reading, file: ProgrammeFile): Promise<Plan> {
  const plan: Plan = { changes: [], onlyHere: [] }
  for (const { use } of SECTIONS) {
    await use(async (section) => {
      const compared = await comparedWith(context, section, file)
      if (!compared) return
      const { noun, waits } = section
      plan.onlyHere.push(...compared.onlyHere.map((name) => `${noun} ${name}`))
      plan.changes.push(
        ...compared.differences.map((difference) => ({
          noun,
          name: difference.name,
          kind: difference.kind,
          fields: difference.kind === 'add' ? [] : difference.fields,
          waits: waits?.(difference) ?? false,
        })),
      )
    })
  }
  return plan
}

async function comparedWith<T extends object>(
  context: Reading,
  section: Section<T>,
  file: ProgrammeFile,
): Promise<Compared<T> | null> {
  const inFile = section.inFile(file)
  if (!inFile) return null
  const compared = compare(await section.read(context), inFile, section.nameOf)
  const [double] = compared.doubles
  if (double !== undefined) {
    throw new ProgrammeFileError(`${section.noun} ${double} stands in the file more than once.`)
  }
  return compared
}

/**
 * Applies a file in one transaction, as a person who may change the programme: what two people decide
 * lands as that person's proposal. Refused where the programme changed since `plan` was shown.
 */
export async function importProgramme(
  context: Context,
  {
    file,
    plan,
    caller,
    reason,
  }: {
    file: ProgrammeFile
    plan: Plan
    caller: StaffCaller
    reason: string
  },
): Promise<void> {
  await transaction(context.db, async (tx) => {
    await lockImports(tx)
    const origin = { requestId: 'programme-import', address: 'local', userAgent: undefined }
    const importing = { context: { ...context, db: tx }, by: { caller, origin }, reason }
    if (canonicalJson(await planOf(importing.context, file)) !== canonicalJson(plan)) {
      throw new ProgrammeFileError(
        'The programme changed since the difference was shown. Nothing was imported: run it again.',
      )
    }
    await applyAll(importing, file)
  })
  await context.rules.reload()
}

/** The status comes last: a product may be added to a group that the file has deactivated. */
async function applyAll(importing: Importing, file: ProgrammeFile): Promise<void> {
  const statuses: (() => Promise<void>)[] = []
  for (const { use } of SECTIONS) {
    await use(async (section) => {
      const compared = await comparedWith(importing.context, section, file)
      for (const difference of compared?.differences ?? []) {
        await section.apply(importing, difference).catch((error: unknown) => {
          throw refusalOf(error, `${section.noun} ${difference.name}`)
        })
        statuses.push(() => applyStatus(importing, section, difference))
      }
    })
  }
  for (const apply of statuses) await apply()
}

/** A refusal of ours, with what it is about. */
function refusalOf(error: unknown, what: string): unknown {
  if (!(error instanceof AppError)) return error
  return new ProgrammeFileError(`${what}: ${error.message}`, { cause: error })
}

/** The account in whose name an import is made, or a refusal. */
export async function importerNamed(
  { db }: Pick<Context, 'db'>,
  email: string,
): Promise<StaffCaller> {
  const person = await staffNamed(db, email)
  const role = parseRole(person?.role)
  if (!person || person.disabledAt !== null || !role || !can(role, 'programme.edit')) {
    throw new ProgrammeFileError(`${email} is not an active account that may change the programme.`)
  }
  const { staffId, name } = person
  return {
    kind: 'staff',
    staffId,
    email: person.email,
    name,
    role,
    plantId: null,
    sessionHash: Buffer.alloc(0),
  }
}
