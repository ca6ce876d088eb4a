import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import { useRole } from '../../../lib/session.ts'
import { useEdit } from '../../../ui/edit/use-edit.ts'
import { preloadList } from '../../../ui/list/list-options.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { catalogueOptions } from '../../people/catalogue/catalogue.ts'
import { masterFilter } from '../../people/catalogue/master-choices.ts'
import { SchemeDrawer } from './scheme-drawer.tsx'
import { SchemeEditor } from './scheme-editor.tsx'
import { SCHEME_COLUMNS, schemeSource } from './schemes-list.tsx'

export function preloadSchemes(queries: QueryClient, search: Record<string, unknown>): void {
  preloadList(queries, schemeSource, search)
}

/** Schemes: what gives bonuses on top of coupons, within which budget, and what it would cost. */
export function SchemesPage(): ReactElement {
  const role = useRole()
  const open = useOpenRow()
  const { edit, begin, close, saved } = useEdit()
  const { data } = useQuery(catalogueOptions())
  const products = masterFilter(data?.products, ({ productId }) => productId)
  const drafts = can(role, 'scheme.draft')
  return (
    <ListPage
      source={schemeSource}
      title="Schemes"
      about="Bonuses on top of the coupons’ points: their rules, their budgets, and what they gave."
      columns={SCHEME_COLUMNS}
      lookups={{ product: products }}
      action={
        drafts && (
          <Button
            leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
            onClick={() => begin('new')}
          >
            New scheme
          </Button>
        )
      }
      onOpen={open.show}
    >
      <SchemeDrawer
        id={open.id}
        editing={drafts && edit !== undefined}
        onEdit={(schemeId) => begin(String(schemeId))}
        onMoved={(schemeId) =>
          schemeId === undefined ? open.close() : open.show(String(schemeId))
        }
        onClose={open.close}
      />
      {drafts && <SchemeEditor edit={edit} onSaved={saved} onClose={close} />}
    </ListPage>
  )
}
