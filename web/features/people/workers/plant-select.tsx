import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { MissingMaster } from '../../../ui/missing-master.tsx'
import { catalogueOptions } from '../catalogue/catalogue.ts'
import { masterChoices } from '../catalogue/master-choices.ts'
import type { FieldState } from './worker-fields.tsx'

/** Which plant; `except` is one that makes no sense. */
export function PlantSelect({
  label,
  hint,
  except,
  value,
  onChange,
  ...field
}: FieldState & {
  label: string
  hint?: string
  except?: number
  value: string
  onChange: (plantId: string) => void
}): ReactElement {
  const { data, isError } = useQuery(catalogueOptions())
  const plants = data?.plants.filter(({ plantId }) => plantId !== except)
  return (
    <NativeSelect
      label={label}
      description={describe(isError, data?.plants.length === 0, hint)}
      data={[
        { value: '', label: 'Choose a plant' },
        ...(masterChoices(plants, ({ plantId }) => plantId) ?? []),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...field}
    />
  )
}

function describe(isError: boolean, isEmpty: boolean, hint: string | undefined): ReactNode {
  if (isError) return 'The plants could not be read. Load the page again.'
  return isEmpty ? <MissingMaster what="plants" /> : hint
}
