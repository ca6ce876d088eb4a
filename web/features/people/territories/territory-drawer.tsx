import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { stateName } from '../../../../contract/india.ts'
import {
  deactivateTerritory,
  deleteTerritory,
  reactivateTerritory,
  type TerritoryDetail,
} from '../../../../contract/people/territories.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { MasterDetail } from '../masters/master-detail.tsx'
import { TerritoryDialog } from './territory-dialog.tsx'
import { keepTerritory, territoriesChanged, territoryOptions } from './territory-queries.ts'

function Detail({
  territory,
  onDialog,
  onDeleted,
}: {
  territory: TerritoryDetail
  onDialog: (opened: boolean) => void
  onDeleted: () => void
}): ReactElement {
  const client = useQueryClient()
  const params = { territoryId: territory.territoryId }
  const { states, pinPrefixes, distributors } = territory
  return (
    <MasterDetail
      master={territory}
      used={distributors > 0}
      deactivates="No new distributor can name it. Its distributors stay in it."
      facts={[
        ['States', states.map(stateName).join(', ') || 'Of no state in particular'],
        ['PIN codes', pinPrefixes.join(', ') || null],
        ['Distributors', formatAmount(distributors, 'distributor')],
      ]}
      onStatus={async (status, reason) => {
        const step = status === 'active' ? reactivateTerritory : deactivateTerritory
        keepTerritory(client, await call(step, { params, body: { reason } }))
      }}
      onDelete={async () => {
        await call(deleteTerritory, { params })
        onDeleted()
        territoriesChanged(client)
      }}
      onDialog={onDialog}
      renderEditor={(props, version) => (
        <TerritoryDialog key={version} territory={territory} {...props} />
      )}
    />
  )
}

/** One territory: what it covers, and what was done. */
export function TerritoryDrawer({
  id,
  onClose,
}: {
  id: string | undefined
  onClose: () => void
}): ReactElement {
  const [held, setHeld] = useState(false)
  const query = useQuery(territoryOptions(id))
  const title = query.data ? `${query.data.name} (${query.data.code})` : 'Territory'
  return (
    <DetailDrawer id={id} title={title} query={query} held={held} onClose={onClose}>
      {(territory) => (
        <Detail
          key={territory.territoryId}
          territory={territory}
          onDialog={setHeld}
          onDeleted={onClose}
        />
      )}
    </DetailDrawer>
  )
}
