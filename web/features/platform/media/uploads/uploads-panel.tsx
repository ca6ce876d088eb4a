import { ActionIcon, CloseButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useState, type ReactElement } from 'react'
import { formatAmount } from '../../../../lib/format.ts'
import { staffIdOf, useSession } from '../../../../lib/session.ts'
import { TagsField } from '../tags-field.tsx'
import { UploadRow } from './upload-row.tsx'
import classes from './uploads-panel.module.css'
import { clearDone, isOpen, ownedBy, tagDrop, useUploads, type Upload } from './uploads.ts'

/** "Uploading 2 of 5", "5 files uploaded", "4 files uploaded, 1 not". */
export function uploadsInWords(uploads: readonly Upload[]): string {
  const open = uploads.filter(isOpen).length
  const failed = uploads.filter(({ stage }) => stage.stage === 'failed').length
  const done = uploads.length - open - failed
  if (open > 0) {
    const cut = uploads.some(({ stage }) => stage.stage === 'cut')
    const words = `Uploading ${formatAmount(open, 'file')}`
    return cut ? `${words}: waiting for the network` : words
  }
  if (done === 0) return `${formatAmount(failed, 'file')} not uploaded`
  return `${formatAmount(done, 'file')} uploaded${failed > 0 ? `, ${failed} not` : ''}`
}

const mayBeTagged = ({ stage, replaces }: Upload): boolean =>
  !replaces && !(stage.stage === 'failed' && !stage.retry)

/** The files that came at once, with the tags that all of them get. */
function Drop({ uploads }: { uploads: readonly Upload[] }): ReactElement {
  const tagged = uploads.filter(mayBeTagged)
  const [first] = tagged
  return (
    <section className={classes.drop}>
      {first && (
        <TagsField
          size="xs"
          label={tagged.length > 1 ? `Tags of these ${tagged.length}` : 'Tags'}
          value={first.tags}
          onChange={(tags) => tagDrop(first.drop, tags)}
        />
      )}
      <ul>
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

/** What is being uploaded, in the corner of every page. */
export function UploadsPanel(): ReactElement | null {
  const uploads = useUploads()
  const session = useSession()
  const person = session && staffIdOf(session)
  useEffect(() => {
    if (person !== null) ownedBy(person)
  }, [person])
  const [folded, setFolded] = useState(false)
  const open = uploads.some(isOpen)
  const words = uploadsInWords(uploads)
  const drops = [...new Set(uploads.map(({ drop }) => drop))].toReversed()
  if (uploads.length === 0) return null
  const fold = folded ? 'Show the uploads' : 'Fold the uploads'
  return (
    <aside className={classes.panel} aria-label="Uploads">
      <VisuallyHidden role="status">{words}</VisuallyHidden>
      <header className={classes.head}>
        <h2>{words}</h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={fold}
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
        >
          {folded ? (
            <IconChevronUp size={18} stroke={1.8} aria-hidden />
          ) : (
            <IconChevronDown size={18} stroke={1.8} aria-hidden />
          )}
        </ActionIcon>
        {!open && <CloseButton aria-label="Close the uploads" onClick={clearDone} />}
      </header>
      {!folded && (
        <div className={classes.drops}>
          {drops.map((drop) => (
            <Drop key={drop} uploads={uploads.filter((upload) => upload.drop === drop)} />
          ))}
        </div>
      )}
    </aside>
  )
}
