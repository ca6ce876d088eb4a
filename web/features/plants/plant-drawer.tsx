import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { stateName } from '../../../contract/india.ts'
import {
  deactivatePlant,
  deletePlant,
  reactivatePlant,
  type PlantDetail,
} from '../../../contract/plants.ts'
import { call } from '../../lib/api.ts'
import { formatAmount } from '../../lib/format.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { DetailDrawer } from '../../ui/detail-drawer.tsx'
import { Facts, Section } from '../../ui/facts.tsx'
import { Moment } from '../../ui/moment.tsx'
import { StaffEvents } from '../../ui/staff-events.tsx'
import { SeenLink } from '../charges/seen-link.tsx'
import { StandingTag } from '../distributors/distributor-words.tsx'
import { MasterActions } from '../masters/master-actions.tsx'
import { PlantDialog } from './plant-dialog.tsx'
import { keepPlant, plantOptions, plantsChanged } from './plant-queries.ts'

const NONE = 'Not on record'

function PlantFacts({ plant }: { plant: PlantDetail }): ReactElement {
  const { plantId, state, city, pincode, address, gstin, lines, workers, batches } = plant
  return (
    <Facts
      facts={[
        ['State', stateName(state)],
        ['City', [city, pincode].filter(Boolean).join(' ')],
        ['Address', address],
        ['GSTIN', gstin ? <CopyText key="gstin" text={gstin} /> : NONE],
        ['Lines', lines.join(', ') || NONE],
        [
          'Workers',
          <SeenLink key="workers" to="/dashboard/workerlist" search={{ plant: [plantId] }}>
            {formatAmount(workers, 'active worker')}
          </SeenLink>,
        ],
        [
          'Batches',
          <SeenLink key="batches" to="/dashboard/QrTokenHistories" search={{ plant: [plantId] }}>
            {formatAmount(batches, 'batch', 'batches')}
          </SeenLink>,
        ],
        ['Added', plant.addedAt && <Moment key="added" at={plant.addedAt} />],
        ['Deactivated because', plant.leftReason],
      ]}
    />
  )
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
  const [editing, setEditing] = useState(false)
  const params = { plantId: plant.plantId }
  const edit = (opened: boolean): void => {
    setEditing(opened)
    onDialog(opened)
  }
  return (
    <>
      <div>
        <StandingTag standing={plant.standing} />
      </div>
      <MasterActions
        name={plant.name}
        standing={plant.standing}
        used={plant.used}
        deactivates="No batch is requested for it and no worker added to it any more. Its batches and workers go on."
        onEdit={() => edit(true)}
        onStanding={async (standing, reason) => {
          const step = standing === 'active' ? reactivatePlant : deactivatePlant
          keepPlant(client, await call(step, { params, body: { reason } }))
        }}
        onDelete={async () => {
          await call(deletePlant, { params })
          onDeleted()
          plantsChanged(client)
        }}
        onDialog={onDialog}
      />
      <PlantFacts plant={plant} />
      <Section title="History">
        <StaffEvents label="History" events={plant.events} />
      </Section>
      <PlantDialog
        key={JSON.stringify(plant)}
        plant={plant}
        opened={editing}
        onSaved={() => edit(false)}
        onClose={() => edit(false)}
      />
    </>
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
