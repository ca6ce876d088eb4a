import { IconTools } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { MENU, isGroup } from '../../contract/menu.ts'
import { MessagePage, Sentence } from './message-page.tsx'
import { COMING } from './coming.ts'

const LABELS = new Map(
  MENU.flatMap((entry) => (isGroup(entry) ? entry.items : [entry])).map(({ path, label }) => [
    path,
    label,
  ]),
)

/** Says honestly that a page of the menu does not exist yet, and what it will be. */
export function NotBuiltPage({ path }: { path: string }): ReactElement {
  return (
    <MessagePage title={LABELS.get(path) ?? 'Page'} icon={<IconTools size={20} />}>
      <Sentence>This page is not built yet.</Sentence>
      {COMING[path] && <Sentence dimmed>{`What will stand here: ${COMING[path]}`}</Sentence>}
    </MessagePage>
  )
}
