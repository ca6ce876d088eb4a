import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import { useRole } from '../../../lib/session.ts'
import { catalogueOptions } from '../catalogue/catalogue.ts'
import { masterChoices } from '../catalogue/master-choices.ts'
import { TerritoryDialog } from '../territories/territory-dialog.tsx'
import type { FieldState } from './number-field.tsx'

/** The territory of a distributor, chosen from the list; `onAdd` opens the dialog that adds one. */
export function TerritorySelect({
  value,
  onChange,
  onAdd,
  ...field
}: FieldState & {
  value: string
  onChange: (name: string) => void
  onAdd: () => void
}): ReactElement {
  const adds = can(useRole(), 'programme.edit')
  const { data } = useQuery(catalogueOptions())
  const choices = masterChoices(data?.territories, ({ name }) => name, [value]) ?? []
  return (
    <div>
      <NativeSelect
        label="Territory (optional)"
        data={[{ value: '', label: 'No territory' }, ...choices]}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...field}
      />
      {adds && (
        <Button size="compact-xs" variant="subtle" mt={4} onClick={onAdd}>
          Add a territory
        </Button>
      )}
    </div>
  )
}

/**
 * The dialog that adds a territory while a distributor is typed. It stands beside that form, as a form
 * within a form would send both.
 */
export function useNewTerritory(onMade: (name: string) => void) {
  const [opened, setOpened] = useState(false)
  const [round, setRound] = useState(0)
  return {
    add: () => setOpened(true),
    dialog: (
      <TerritoryDialog
        key={round}
        opened={opened}
        onSaved={({ name }) => {
          setOpened(false)
          setRound((before) => before + 1)
          onMade(name)
        }}
        onClose={() => setOpened(false)}
      />
    ),
  }
}
