import type { Tx } from '../../../db/database.ts'
import { readOutsideRow, type Given, type OutsideRow } from './outside-rows.ts'
import * as queries from './outside.queries.ts'
import { taxRuleOn } from './tax.queries.ts'
import type { TaxRule } from './taxed-benefit.ts'

type Judged = OutsideRow & { memberId: number | null; repeated: boolean }
type Member = Awaited<ReturnType<typeof queries.membersCalled>>[number]

/**
 * Reads the rows of a file and judges them by what is there today: their members, the rules of tax,
 * what other files added and what stands above in this one. Writes down what came of each.
 */
export async function judge(
  tx: Tx,
  fileId: string,
  given: readonly Given[],
  today: string,
): Promise<void> {
  const rows = given.map((row) => readOutsideRow(row, today))
  const members = await queries.membersCalled(tx, [...new Set(rows.map(({ code }) => code))])
  const byCode = new Map(members.map((member) => [member.code, member]))
  const rules = await rulesOf(tx, rows)
  const added = await queries.addedFor(
    tx,
    members.map(({ memberId }) => memberId),
  )
  const seen = new Map(added.map((one) => [sameness(one), 'It was added before.']))
  const judged = rows.map((row): Judged => {
    const member = byCode.get(row.code)
    const memberId = member?.memberId ?? null
    const problem = row.problem ?? memberProblem(row, member) ?? ruleProblem(row, rules)
    if (problem !== null) return { ...row, memberId, problem, repeated: false }
    const key = sameness({ ...row, memberId })
    const earlier = seen.get(key) ?? null
    if (earlier === null) seen.set(key, `It is the same as row ${row.line}.`)
    return { ...row, memberId, problem: earlier, repeated: earlier !== null }
  })
  await queries.replaceRows(tx, fileId, judged)
}

type Same = {
  memberId: number | null
  day: string | null
  valuePaise: number | null
  what: string | null
}
const sameness = ({ memberId, day, valuePaise, what }: Same) =>
  JSON.stringify([memberId, day, valuePaise, what?.toLowerCase()])

function memberProblem({ given }: OutsideRow, member: Member | undefined): string | null {
  if (!member) return `There is no member ${given[0]?.slice(0, 60)}.`
  return member.erasedAt === null ? null : 'The data of this member was erased.'
}

/** The rule of each day that stands in a file. */
export async function rulesOf(
  tx: Tx,
  rows: readonly { day: string | null }[],
): Promise<Map<string, TaxRule | null>> {
  const rules = new Map<string, TaxRule | null>()
  for (const day of new Set(rows.flatMap((row) => row.day ?? []))) {
    rules.set(day, await taxRuleOn(tx, day))
  }
  return rules
}

function ruleProblem(
  { day, taxPaise }: OutsideRow,
  rules: ReadonlyMap<string, TaxRule | null>,
): string | null {
  if (!taxPaise || rules.get(day ?? '')) return null
  return 'No rule of tax on benefits was in force then, so none can have been deducted.'
}
