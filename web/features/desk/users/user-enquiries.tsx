import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactElement } from 'react'
import { listEnquiries } from '../../../../contract/desk/enquiries.ts'
import { canSee } from '../../../../contract/menu.ts'
import { can } from '../../../../contract/permissions.ts'
import type { UserDetail } from '../../../../contract/desk/users.ts'
import { call } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { categoryName, EnquiryTag, langOf } from '../enquiries/enquiry-words.tsx'
import { MemberRows, ROWS_SHOWN } from './member-rows.tsx'

const NewEnquiryDialog = lazy(async () => ({
  default: (await import('../enquiries/new-enquiry-dialog.tsx')).NewEnquiryDialog,
}))

const HELPDESK = '/dashboard/enquiry'

/** What the member asked, newest first; whoever may, writes down a call. */
export function UserEnquiries({
  user,
  onDialog,
}: {
  user: UserDetail
  onDialog: (opened: boolean) => void
}): ReactElement {
  const role = useRole()
  const [asking, setAsking] = useState(false)
  const { memberId, status } = user
  const query = useQuery({
    queryKey: ['member', memberId, 'enquiries'],
    queryFn: ({ signal }) =>
      call(listEnquiries, {
        query: { member: memberId, sort: 'newest', limit: ROWS_SHOWN },
        signal,
      }),
  })
  const turn = (opened: boolean): void => {
    setAsking(opened)
    onDialog(opened)
  }
  const maySee = canSee(role, HELPDESK)
  return (
    <>
      {can(role, 'enquiry.answer') && status !== 'erased' && (
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={15} stroke={2} aria-hidden />}
            onClick={() => turn(true)}
          >
            New enquiry
          </Button>
          <Suspense>
            <NewEnquiryDialog
              member={user}
              opened={asking}
              onOpened={() => turn(false)}
              onClose={() => turn(false)}
            />
          </Suspense>
        </div>
      )}
      <MemberRows
        query={query}
        none="This member asked nothing yet."
        rowId={({ enquiryId }) => enquiryId}
      >
        {(row) => ({
          left: <EnquiryTag state={row.state} />,
          right: categoryName(row.category),
          under: (
            <>
              {maySee ? (
                <PageLink to={HELPDESK} search={{ open: row.enquiryId }}>
                  {row.number}
                </PageLink>
              ) : (
                row.number
              )}
              {' · '}
              <span lang={langOf(row.subject)}>{row.subject}</span>
              {` · ${formatMoment(row.openedAt)}`}
            </>
          ),
        })}
      </MemberRows>
      {maySee && (
        <PageLink to={HELPDESK} search={{ member: memberId }}>
          All enquiries of this member
        </PageLink>
      )}
    </>
  )
}
