import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import { useRole } from '../../../lib/session.ts'
import { useEdit } from '../../../ui/edit/use-edit.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { OfferDrawer } from './offer-drawer.tsx'
import { OfferEditor } from './offer-editor.tsx'
import { OFFER_COLUMNS, offerSource } from './offers-list.tsx'

/** Offers with their time; the one that is open stands beside the list. */
export function OffersSide({ sides }: { sides: ReactElement }): ReactElement {
  const edits = can(useRole(), 'media.edit')
  const open = useOpenRow()
  const { edit, begin, close, saved } = useEdit()
  return (
    <ListPage
      source={offerSource}
      title="Offers"
      about="What members find under Offers in the app: pictures and catalogues with their time."
      columns={OFFER_COLUMNS}
      action={
        edits && (
          <Button
            leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
            onClick={() => begin('new')}
          >
            New offer
          </Button>
        )
      }
      notice={sides}
      onOpen={open.show}
    >
      <OfferDrawer
        id={open.id}
        editing={edits && edit !== undefined}
        onEdit={(offerId) => begin(String(offerId))}
        onClose={open.close}
      />
      {edits && <OfferEditor edit={edit} onDone={saved} onClose={close} />}
    </ListPage>
  )
}
