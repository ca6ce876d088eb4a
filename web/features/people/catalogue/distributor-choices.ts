import type { z } from 'zod'
import type { catalogue } from '../../../../contract/people/catalogue.ts'

type Distributor = z.infer<typeof catalogue.response>['distributors'][number]

/** What something new can be for: a deactivated distributor only where it is chosen already. */
export function distributorChoices(
  distributors: readonly Distributor[] | undefined,
  selected: readonly (string | number)[],
): { value: string; label: string }[] | undefined {
  const kept = new Set(selected.map(String))
  return distributors
    ?.filter(({ distributorId, left }) => !left || kept.has(String(distributorId)))
    .map(({ distributorId, code, name, left }) => ({
      value: String(distributorId),
      label: left ? `${name} (${code}, left)` : `${name} (${code})`,
    }))
}

/** What a list can be narrowed to: each, those that left marked and behind the others. */
export function distributorFilter(
  distributors: readonly Distributor[] | undefined,
): { value: number; label: string }[] | undefined {
  return distributors
    ?.toSorted((one, other) => Number(one.left) - Number(other.left))
    .map(({ distributorId, name, left }) => ({
      value: distributorId,
      label: left ? `${name} (left)` : name,
    }))
}
