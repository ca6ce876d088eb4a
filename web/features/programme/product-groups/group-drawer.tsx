import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { PROGRAMME } from '../../../../contract/menu.ts'
import {
  deactivateGroup,
  deleteGroup,
  reactivateGroup,
  type GroupDetail,
} from '../../../../contract/programme/product-groups.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { MasterDetail } from '../../people/masters/master-detail.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { groupOptions, groupsChanged, keepGroup } from './group-queries.ts'

function Detail({
  group,
  onDialog,
  onDeleted,
}: {
  group: GroupDetail
  onDialog: (opened: boolean) => void
  onDeleted: () => void
}): ReactElement {
  const client = useQueryClient()
  const params = { groupId: group.groupId }
  const { name, products, rules } = group
  return (
    <MasterDetail
      master={group}
      used={products > 0 || rules > 0}
      deactivates="No new product and no new charge rule can name it. Its products and rules go on."
      facts={[
        [
          'Products',
          <PageLink key="products" to={PROGRAMME} search={{ show: 'products', group: [name] }}>
            {formatAmount(products, 'product')}
          </PageLink>,
        ],
        ['Charge rules', formatAmount(rules, 'rule')],
      ]}
      onStatus={async (status, reason) => {
        const step = status === 'active' ? reactivateGroup : deactivateGroup
        keepGroup(client, await call(step, { params, body: { reason } }))
      }}
      onDelete={async () => {
        await call(deleteGroup, { params })
        onDeleted()
        groupsChanged(client)
      }}
      onDialog={onDialog}
      renderEditor={(props, version) => <GroupDialog key={version} group={group} {...props} />}
    />
  )
}

/** One group of products: who names it, and what was done. */
export function GroupDrawer({
  id,
  onClose,
}: {
  id: string | undefined
  onClose: () => void
}): ReactElement {
  const [held, setHeld] = useState(false)
  const query = useQuery(groupOptions(id))
  const title = query.data?.name ?? 'Product group'
  return (
    <DetailDrawer id={id} title={title} query={query} held={held} onClose={onClose}>
      {(group) => (
        <Detail key={group.groupId} group={group} onDialog={setHeld} onDeleted={onClose} />
      )}
    </DetailDrawer>
  )
}
