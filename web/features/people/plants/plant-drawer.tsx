import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { stateName } from '../../../../contract/india.ts'
import {
  deactivatePlant,
  deletePlant,
  reactivatePlant,
  type PlantDetail,
} from '../../../../contract/people/plants.ts'
import { shiftsInWords } from '../../../../contract/people/shifts.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import type { Fact } from '../../../ui/facts.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { MasterDetail } from '../masters/master-detail.tsx'
import { PlantDialog } from './plant-dialog.tsx'
import { keepPlant, plantOptions, plantsChanged } from './plant-queries.ts'

const NONE = 'Not on record'

function factsOf(plant: PlantDetail): Fact[] {
  const { plantId, state, city, pincode, address, gstin, lines, shifts, workers, batches } = plant
  return [
    ['State', stateName(state)],
    ['City', [city, pincode].filter(Boolean).join(' ')],
    ['Address', address],
    ['GSTIN', gstin ? <CopyText key="gstin" text={gstin} /> : NONE],
    ['Lines', lines.join(', ') || NONE],
    ['Shifts', shiftsInWords(shifts)],
    [
      'Workers',
      <PageLink key="workers" to="/dashboard/workerlist" search={{ plant: [plantId] }}>
        {formatAmount(workers, 'active worker')}
      </PageLink>,
    ],
    [
      'Batches',
      <PageLink key="batches" to="/dashboard/QrTokenHistories" search={{ plant: [plantId] }}>
        {formatAmount(batches, 'batch', 'batches')}
      </PageLink>,
    ],
  ]
}

function Detail({
  plant,
  onDialog,
  onDeleted,
}: {
  plant: PlantDetail
  onDialog: (opened: boolean) => void
  onDeleted: () => void
}): ReactElement {
  const client = useQueryClient()
  const params = { plantId: plant.plantId }
  return (
    <MasterDetail
      master={plant}
      used={plant.used}
      deactivates="No batch is requested for it and no worker added to it any more. Its batches and workers go on."
      facts={factsOf(plant)}
      onStatus={async (status, reason) => {
        const step = status === 'active' ? reactivatePlant : deactivatePlant
        keepPlant(client, await call(step, { params, body: { reason } }))
      }}
      onDelete={async () => {
        await call(deletePlant, { params })
        onDeleted()
        plantsChanged(client)
      }}
      onDialog={onDialog}
      renderEditor={(props, version) => <PlantDialog key={version} plant={plant} {...props} />}
    />
  )
}

/** One plant: where it is, what it has, and what was done. */
export function PlantDrawer({
  id,
  onClose,
}: {
  id: string | undefined
  onClose: () => void
}): ReactElement {
  const [held, setHeld] = useState(false)
  const query = useQuery(plantOptions(id))
  const title = query.data ? `${query.data.name} (${query.data.code})` : 'Plant'
  return (
    <DetailDrawer id={id} title={title} query={query} held={held} size={560} onClose={onClose}>
      {(plant) => (
        <Detail key={plant.plantId} plant={plant} onDialog={setHeld} onDeleted={onClose} />
      )}
    </DetailDrawer>
  )
}
