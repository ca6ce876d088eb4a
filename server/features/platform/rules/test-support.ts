import type { RuleKey } from '../../../../contract/platform/rule-definitions.ts'
import * as contract from '../../../../contract/platform/rules.ts'
import type { TestServer } from '../../../test/server.ts'

export type Person = { token: string; staffId: number }
export type Wanted = { rule: RuleKey; value: number; fromAt?: Date; reason?: string }

export function proposeAs(
  server: Pick<TestServer, 'call'>,
  { token }: Pick<Person, 'token'>,
  { rule, value, fromAt, reason = 'For the test' }: Wanted,
) {
  const body = { value, reason, ...(fromAt && { fromAt: fromAt.toISOString() }) }
  return server.call(contract.proposeRuleChange, { token, params: { rule }, body })
}

export function approveAs(
  server: Pick<TestServer, 'call'>,
  { token }: Pick<Person, 'token'>,
  changeId: string,
) {
  return server.call(contract.approveRuleChange, { token, params: { changeId }, body: {} })
}

/** One proposes, another approves: the change as it was approved. */
export async function changeRule(
  server: Pick<TestServer, 'call'>,
  { maker, checker }: { maker: Person; checker: Person },
  wanted: Wanted,
): Promise<contract.RuleChange> {
  const proposed = await proposeAs(server, maker, wanted)
  const approved = await approveAs(server, checker, proposed.body.changeId)
  if (approved.status !== 200) throw new Error(JSON.stringify([proposed.body, approved.body]))
  return approved.body
}
