type Master = { name: string; active: boolean }

/** What something new can choose: a deactivated master only where it is chosen already. */
export function masterChoices<T extends Master>(
  masters: readonly T[] | undefined,
  idOf: (master: T) => string | number,
  selected: readonly (string | number | null)[] = [],
): { value: string; label: string }[] | undefined {
  const kept = new Set(selected.map(String))
  return masters
    ?.filter((master) => master.active || kept.has(String(idOf(master))))
    .map((master) => ({ value: String(idOf(master)), label: labelOf(master) }))
}

/** What a list can be narrowed to: each, the deactivated ones marked and behind the others. */
export function masterFilter<T extends Master, Id extends string | number>(
  masters: readonly T[] | undefined,
  idOf: (master: T) => Id,
): { value: Id; label: string }[] | undefined {
  return masters
    ?.toSorted((one, other) => Number(other.active) - Number(one.active))
    .map((master) => ({ value: idOf(master), label: labelOf(master) }))
}

const labelOf = ({ name, active }: Master): string => (active ? name : `${name} (deactivated)`)
