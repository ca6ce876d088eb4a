import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { PROGRAMME } from '../../../contract/menu.ts'
import {
  deactivateGroup,
  deleteGroup,
  reactivateGroup,
  type GroupDetail,
} from '../../../contract/product-groups.ts'
import { call } from '../../lib/api.ts'
import { formatAmount } from '../../lib/format.ts'
import { DetailDrawer } from '../../ui/detail-drawer.tsx'
import { Facts, Section } from '../../ui/facts.tsx'
import { Moment } from '../../ui/moment.tsx'
import { StaffEvents } from '../../ui/staff-events.tsx'
import { SeenLink } from '../charges/seen-link.tsx'
import { StandingTag } from '../distributors/distributor-words.tsx'
import { MasterActions } from '../masters/master-actions.tsx'
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
  const [editing, setEditing] = useState(false)
  const params = { groupId: group.groupId }
  const { name, products, rules } = group
  const edit = (opened: boolean): void => {
    setEditing(opened)
    onDialog(opened)
  }
  return (
    <>
      <div>
        <StandingTag standing={group.standing} />
      </div>
      <MasterActions
        name={name}
        standing={group.standing}
        used={products > 0 || rules > 0}
        deactivates="No new product and no new charge rule can name it. Its products and rules go on."
        onEdit={() => edit(true)}
        onStanding={async (standing, reason) => {
          const step = standing === 'active' ? reactivateGroup : deactivateGroup
          keepGroup(client, await call(step, { params, body: { reason } }))
        }}
        onDelete={async () => {
          await call(deleteGroup, { params })
          onDeleted()
          groupsChanged(client)
        }}
        onDialog={onDialog}
      />
      <Facts
        facts={[
          [
            'Products',
            <SeenLink key="products" to={PROGRAMME} search={{ show: 'products', group: [name] }}>
              {formatAmount(products, 'product')}
            </SeenLink>,
          ],
          ['Charge rules', formatAmount(rules, 'rule')],
          ['Added', group.addedAt && <Moment key="added" at={group.addedAt} />],
          ['Deactivated because', group.leftReason],
        ]}
      />
      <Section title="History">
        <StaffEvents label="History" events={group.events} />
      </Section>
      <GroupDialog
        key={JSON.stringify(group)}
        group={group}
        opened={editing}
        onSaved={() => edit(false)}
        onClose={() => edit(false)}
      />
    </>
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
