import { Button, Popover } from '@mantine/core'
import { IconBookmark, IconCheck } from '@tabler/icons-react'
import { lazy, Suspense, useId, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { ROLE_NAMES } from '../../../contract/roles.ts'
import type { SavedView } from '../../../contract/platform/views.ts'
import { sentenceOf } from '../../lib/api-error.ts'
import { notifyDone, notifyFailed } from '../../lib/notify.tsx'
import type { SavedViews } from './use-saved-views.ts'
import type { ViewDialog } from './view-dialogs.tsx'
import classes from './views-menu.module.css'

const load = () => import('./view-dialogs.tsx')
const ViewDialogs = lazy(async () => ({ default: (await load()).ViewDialogs }))

function sharedWords({ mine, owner, sharedWith }: SavedView): string {
  if (!mine) return `by ${owner}`
  const roles = sharedWith.map((role) => ROLE_NAMES[role])
  return roles.length > 0 ? `shared with ${roles.join(', ')}` : ''
}

function Section({
  title,
  views,
  opened,
  onOpen,
}: {
  title: string
  views: readonly SavedView[]
  opened: SavedView | undefined
  onOpen: (view: SavedView) => void
}): ReactElement | null {
  const id = useId()
  if (views.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {views.map((view) => (
          <li key={view.viewId}>
            <button
              type="button"
              className={classes.act}
              aria-current={view.viewId === opened?.viewId || undefined}
              onClick={() => onOpen(view)}
            >
              <span className={classes.name}>{view.name}</span>
              <small>{sharedWords(view)}</small>
              <IconCheck size={16} stroke={2} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Act = { label: string; act: () => void }

/** What can be done: with what is shown, and with the view that is opened. */
function actsOf(
  { opened, changed, lost, open, leave }: SavedViews,
  { ask, update }: { ask: (dialog: ViewDialog) => void; update: () => void },
): Act[] {
  const own: Act[] = opened?.mine
    ? [
        { label: 'Rename …', act: () => ask('rename') },
        { label: 'Share with …', act: () => ask('share') },
        { label: 'Delete …', act: () => ask('delete') },
      ]
    : []
  return [
    ...(opened?.mine && (changed || lost.length > 0)
      ? [{ label: `Update “${opened.name}”`, act: update }]
      : []),
    ...(opened && changed
      ? [{ label: `Show “${opened.name}” as saved`, act: () => open(opened) }]
      : []),
    { label: opened ? 'Save as another view …' : 'Save view …', act: () => ask('save') },
    ...own,
    ...(opened ? [{ label: 'Leave this view', act: leave }] : []),
  ]
}

function Failed({ saved }: { saved: SavedViews }): ReactNode {
  if (!saved.failure) return null
  return (
    <div className={classes.hint} role="alert">
      {`Your views could not be shown. ${sentenceOf(saved.failure)}`}
      <Button size="compact-sm" variant="subtle" onClick={saved.retry}>
        Try again
      </Button>
    </div>
  )
}

function Offers({
  saved,
  acts,
  onOpen,
  onAct,
}: {
  saved: SavedViews
  acts: readonly Act[]
  onOpen: (view: SavedView) => void
  onAct: (act: () => void) => void
}): ReactElement {
  const views = saved.views ?? []
  const [mine, shared] = [views.filter((view) => view.mine), views.filter((view) => !view.mine)]
  return (
    <>
      <Section title="My views" views={mine} opened={saved.opened} onOpen={onOpen} />
      <Section title="Shared with my role" views={shared} opened={saved.opened} onOpen={onOpen} />
      <Failed saved={saved} />
      {saved.views?.length === 0 && (
        <p className={classes.hint}>
          Set filters, order and columns as you need them, and save them under a name: they stand
          here then.
        </p>
      )}
      <ul className={classes.acts} aria-label="What to do">
        {acts.map(({ label, act }) => (
          <li key={label}>
            <button type="button" className={classes.act} onClick={() => onAct(act)}>
              <span className={classes.name}>{label}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The saved views of a list, and what can be done with them. */
export function ViewsMenu({
  saved,
  searched,
}: {
  saved: SavedViews
  /** A search is shown too; it is no part of a view. */
  searched: boolean
}): ReactElement {
  const target = useRef<HTMLButtonElement>(null)
  const [menu, setMenu] = useState(false)
  const [asked, setAsked] = useState<{ dialog: ViewDialog; opened: boolean } | null>(null)
  const { opened, changed } = saved
  const ask = (dialog: ViewDialog): void => setAsked({ dialog, opened: true })
  const close = (): void => {
    setAsked((before) => before && { ...before, opened: false })
    // What opened the dialog has gone with the menu.
    target.current?.focus()
  }
  const update = (): void => {
    const name = opened?.name ?? ''
    void saved
      .update()
      .then(() => notifyDone(`“${name}” is updated.`))
      .catch((failure: unknown) => notifyFailed(`“${name}” was not updated`, failure))
  }
  const leaveMenu = (act: () => void): void => {
    setMenu(false)
    target.current?.focus()
    act()
  }
  return (
    <>
      <Popover
        opened={menu}
        onChange={setMenu}
        position="bottom-end"
        width={300}
        trapFocus
        returnFocus
        shadow="md"
      >
        <Popover.Target>
          <Button
            ref={target}
            variant="default"
            className={classes.target}
            leftSection={<IconBookmark size={16} stroke={1.8} aria-hidden />}
            rightSection={changed && <em className={classes.changed}>changed</em>}
            onPointerEnter={() => void load()}
            onFocus={() => void load()}
            onClick={() => setMenu((before) => !before)}
          >
            {opened ? (
              <>
                <span className={classes.unseen}>Views: </span>
                {opened.name}
              </>
            ) : (
              'Views'
            )}
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={classes.menu} aria-label="Views">
          <Offers
            saved={saved}
            acts={actsOf(saved, { ask, update })}
            onOpen={(view) => leaveMenu(() => saved.open(view))}
            onAct={leaveMenu}
          />
        </Popover.Dropdown>
      </Popover>
      {asked && (
        <Suspense>
          <ViewDialogs {...asked} saved={saved} searched={searched} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
