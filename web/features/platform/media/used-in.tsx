import { IconClock, IconEye } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { canSee, PROGRAMME } from '../../../../contract/menu.ts'
import type { MediaDetail } from '../../../../contract/platform/media.ts'
import { useRole } from '../../../lib/session.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { Tag } from '../../../ui/tag.tsx'
import classes from './media-drawer.module.css'

type Use = MediaDetail['usedIn'][number]

/** What each use is called, and where it opens. */
const USES: Record<Use['what'], { word: string; page: string; search?: object; as?: 'edit' }> = {
  banner: { word: 'Banner', page: '/dashboard/media/banner', as: 'edit' },
  offer: { word: 'Offer', page: '/dashboard/media/ecatalogue' },
  gift: { word: 'Gift', page: '/dashboard/media/ecatalogue', search: { show: 'gifts' } },
  product: { word: 'Product', page: PROGRAMME, search: { show: 'products' } },
  notification: { word: 'Notification', page: '/dashboard/notifications' },
}

/** What shows an item, each with the way there for whoever may see that page. */
export function UsedIn({ media: { usedIn } }: { media: MediaDetail }): ReactElement {
  const role = useRole()
  return (
    <ul className={classes.used}>
      {usedIn.map(({ what, id, title, live }) => {
        const { word, page, search, as = 'open' } = USES[what]
        return (
          <li key={`${what} ${id}`}>
            <span>{word}</span>
            {canSee(role, page) ? (
              <PageLink to={page} search={{ ...search, [as]: id }}>
                {title}
              </PageLink>
            ) : (
              title
            )}
            {live ? (
              <Tag tone="green" Picture={IconEye}>
                Members see it or will
              </Tag>
            ) : (
              <Tag tone="gray" Picture={IconClock}>
                Over or off
              </Tag>
            )}
          </li>
        )
      })}
    </ul>
  )
}
