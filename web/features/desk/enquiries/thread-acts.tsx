import { Button, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import {
  assignEnquiry,
  recategoriseEnquiry,
  type EnquiryDetail,
} from '../../../../contract/desk/enquiries.ts'
import { type EnquiryCategory } from '../../../../contract/desk/enquiry-states.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { formatNumber } from '../../../lib/format.ts'
import { notifyDone, notifyFailed } from '../../../lib/notify.tsx'
import { staffIdOf, useSession } from '../../../lib/session.ts'
import { useSending } from '../../../ui/use-sending.ts'
import { UNSETTLED } from './enquiries-list.tsx'
import { enquiryOptions, keepEnquiry, ownersOptions } from './enquiry-queries.ts'
import { CATEGORY_CHOICES, categoryName } from './enquiry-words.tsx'
import classes from './thread.module.css'

export const isUnsettled = ({ state }: Pick<EnquiryDetail, 'state'>): boolean =>
  UNSETTLED.includes(state)

/** What is done to an enquiry at once, without a form: giving it to somebody, naming it otherwise. */
export function useQuickActs({ enquiryId, number }: EnquiryDetail) {
  const client = useQueryClient()
  const session = useSession()
  const myId = session && staffIdOf(session)
  const { busy, send } = useSending(
    async (act: () => Promise<EnquiryDetail>, done: (after: EnquiryDetail) => string) => {
      try {
        const after = await act()
        keepEnquiry(client, after)
        notifyDone(done(after), { briefly: true })
      } catch (failure) {
        if (failure instanceof ApiError && failure.status === 409) {
          void client.invalidateQueries({ queryKey: enquiryOptions(enquiryId).queryKey })
        }
        notifyFailed(`${number} is as it was`, failure)
      }
    },
  )
  const params = { enquiryId }
  const assign = (ownerId: number | null): Promise<void> =>
    send(
      () => call(assignEnquiry, { params, body: { ownerId } }),
      ({ ownerName }) =>
        ownerId === myId
          ? `${number} is yours.`
          : ownerName
            ? `${number} is ${ownerName}’s.`
            : `${number} is nobody’s now.`,
    )
  const recategorise = (category: EnquiryCategory): Promise<void> =>
    send(
      () => call(recategoriseEnquiry, { params, body: { category } }),
      () => `${number} is about “${categoryName(category)}” now; its deadlines follow.`,
    )
  return { busy, myId, assign, recategorise }
}
export type QuickActs = ReturnType<typeof useQuickActs>

function AssignMenu({ enquiry, acts }: { enquiry: EnquiryDetail; acts: QuickActs }): ReactElement {
  const { data } = useQuery(ownersOptions())
  const others = data?.owners.filter(({ staffId }) => staffId !== acts.myId) ?? []
  const mark = (ownerId: number | null) =>
    enquiry.ownerId === ownerId ? <IconCheck size={15} stroke={2} aria-label="now" /> : undefined
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          variant="default"
          className={classes.press}
          disabled={acts.busy}
          rightSection={<IconChevronDown size={15} stroke={1.8} aria-hidden />}
        >
          Assign
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <Menu.Item rightSection={mark(acts.myId)} onClick={() => void acts.assign(acts.myId)}>
          Me
        </Menu.Item>
        <Menu.Item rightSection={mark(null)} onClick={() => void acts.assign(null)}>
          Nobody
        </Menu.Item>
        {others.length > 0 && <Menu.Divider />}
        {others.map(({ staffId, name, open }) => (
          <Menu.Item
            key={staffId}
            rightSection={
              mark(staffId) ?? <span className={classes.load}>{`${formatNumber(open)} open`}</span>
            }
            onClick={() => void acts.assign(staffId)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function CategoryMenu({
  enquiry,
  acts,
}: {
  enquiry: EnquiryDetail
  acts: QuickActs
}): ReactElement {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="default"
          className={classes.press}
          disabled={acts.busy}
          rightSection={<IconChevronDown size={15} stroke={1.8} aria-hidden />}
        >
          Category
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {CATEGORY_CHOICES.map(({ value, label }) => (
          <Menu.Item
            key={value}
            disabled={value === enquiry.category}
            rightSection={
              value === enquiry.category ? (
                <IconCheck size={15} stroke={2} aria-label="now" />
              ) : undefined
            }
            onClick={() => void acts.recategorise(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The buttons over a thread, as far as its state has use for them. */
export function ThreadActs({
  enquiry,
  acts,
  onAnswer,
  onResolve,
  onReopen,
}: {
  enquiry: EnquiryDetail
  acts: QuickActs
  onAnswer: () => void
  onResolve: () => void
  onReopen: () => void
}): ReactElement {
  if (enquiry.state === 'resolved') {
    return (
      <Button
        variant="default"
        className={classes.press}
        aria-keyshortcuts="R"
        title="Open again (R)"
        onClick={onReopen}
      >
        Open again
      </Button>
    )
  }
  if (!isUnsettled(enquiry)) return <></>
  return (
    <>
      <Button
        className={`${classes.press} ${classes.jump}`}
        variant={enquiry.ownerId === null ? 'default' : 'filled'}
        onClick={onAnswer}
      >
        Answer
      </Button>
      {enquiry.ownerId !== acts.myId && (
        <Button
          className={classes.press}
          // From a colleague it is taken on purpose only.
          variant={enquiry.ownerId === null ? 'filled' : 'default'}
          loading={acts.busy}
          aria-keyshortcuts="T"
          title="Take it (T)"
          onClick={() => void acts.assign(acts.myId)}
        >
          Take it
        </Button>
      )}
      <AssignMenu enquiry={enquiry} acts={acts} />
      <CategoryMenu enquiry={enquiry} acts={acts} />
      <Button
        variant="default"
        className={classes.press}
        aria-keyshortcuts="R"
        title="Resolve without another answer (R)"
        onClick={onResolve}
      >
        Resolve
      </Button>
    </>
  )
}
