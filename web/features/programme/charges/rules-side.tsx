import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import { useRole } from '../../../lib/session.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { catalogueOptions } from '../../people/catalogue/catalogue.ts'
import { masterFilter } from '../../people/catalogue/master-choices.ts'
import { NewRuleDialog } from './rule-editor.tsx'
import { RuleDrawer } from './rule-drawer.tsx'
import { RULE_COLUMNS, ruleSource } from './rules-list.tsx'

/** The rules of handling charges, and the one that is open. */
export function RulesSide({ sides }: { sides: ReactElement }): ReactElement {
  const role = useRole()
  const open = useOpenRow()
  const [making, setMaking] = useState(false)
  const { data } = useQuery(catalogueOptions())
  const edits = can(role, 'charges.edit')
  return (
    <ListPage
      source={ruleSource}
      title="Handling Charges"
      about="What retailers earn for the packs they hand over. For one scan at most one rule fits."
      columns={RULE_COLUMNS}
      lookups={{ group: masterFilter(data?.groups, ({ name }) => name) }}
      action={
        edits && (
          <Button
            leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
            onClick={() => setMaking(true)}
          >
            New rule
          </Button>
        )
      }
      notice={sides}
      onOpen={open.show}
    >
      {edits && (
        <NewRuleDialog
          opened={making}
          onMade={({ ruleId }) => {
            setMaking(false)
            open.show(String(ruleId))
          }}
          onClose={() => setMaking(false)}
        />
      )}
      <RuleDrawer id={open.id} onClose={open.close} />
    </ListPage>
  )
}
