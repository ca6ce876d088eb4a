import { Button, CloseButton, TextInput } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconFileText,
  IconPhoto,
  IconVideo,
  IconWifiOff,
} from '@tabler/icons-react'
import { useState, type ReactElement, type ReactNode } from 'react'
import { PageLink } from '../../../../ui/page-link.tsx'
import { GALLERY } from '../../../../../contract/platform/media.ts'
import { sizeInWords } from '../media-words.ts'
import classes from './uploads-panel.module.css'
import { describe, isOpen, remove, retry, saveAbout, type Upload } from './uploads.ts'

const PICTURES = { image: IconPhoto, video: IconVideo, document: IconFileText }

function Preview({ upload: { preview, kind } }: { upload: Upload }): ReactElement {
  const [broken, setBroken] = useState(false)
  const Picture = kind ? PICTURES[kind] : IconAlertTriangle
  return (
    <span className={classes.preview}>
      {preview && !broken ? (
        <img src={preview} alt="" decoding="async" onError={() => setBroken(true)} />
      ) : (
        <Picture size={20} stroke={1.5} aria-hidden />
      )}
    </span>
  )
}

/** The bytes that have gone; all of them while it is being opened. */
function sentOf({ stage, file }: Upload): number {
  if (stage.stage === 'sending' || stage.stage === 'cut') return stage.sent
  return stage.stage === 'queued' ? 0 : file.size
}

function Progress({ upload }: { upload: Upload }): ReactElement {
  const share = Math.floor((sentOf(upload) / upload.file.size) * 100)
  return (
    <div
      className={classes.track}
      role="progressbar"
      aria-label={`Upload of ${upload.file.name}`}
      aria-valuenow={share}
      aria-valuemin={0}
      aria-valuemax={100}
      data-opening={upload.stage.stage === 'opening' || undefined}
    >
      <span style={{ width: `${share}%` }} />
    </div>
  )
}

function StatusLine({ upload }: { upload: Upload }): ReactNode {
  const { stage, file, kind, replaces } = upload
  const far = `${sizeInWords(sentOf(upload))} of ${sizeInWords(file.size)}`
  switch (stage.stage) {
    case 'queued':
      return 'Waits for its turn.'
    case 'sending':
      return far
    case 'cut':
      return (
        <>
          <IconWifiOff size={14} stroke={2} aria-hidden />
          {`Waiting for the network. ${far} are there; it goes on by itself.`}
        </>
      )
    case 'opening':
      return kind === 'video' ? 'The video is being prepared.' : 'It is being opened.'
    case 'done':
      return (
        <>
          <IconCheck size={14} stroke={2.4} aria-hidden />
          <PageLink to={GALLERY} search={{ open: String(stage.media.mediaId) }}>
            {replaces ? `In place of ${replaces.title}` : 'In the gallery'}
          </PageLink>
        </>
      )
    case 'failed':
      return (
        <span role="alert" className={classes.failed}>
          {stage.words}
        </span>
      )
  }
}

function TitleField({ upload }: { upload: Upload }): ReactElement {
  const { id, title, problem, file } = upload
  return (
    <TextInput
      size="xs"
      aria-label={`Title of ${file.name}`}
      maxLength={120}
      value={title}
      error={problem ?? (title.trim().length < 2 ? 'The title: a few words.' : undefined)}
      onChange={(event) => describe(id, { title: event.currentTarget.value })}
      onBlur={() => void saveAbout(id)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void saveAbout(id)
      }}
    />
  )
}

/** One file: what it will be called, how far it is, and what can be done about it. */
export function UploadRow({ upload }: { upload: Upload }): ReactElement {
  const { id, file, stage, replaces } = upload
  const open = isOpen(upload)
  const refused = stage.stage === 'failed' && !stage.retry
  return (
    <li className={classes.row} data-stage={stage.stage}>
      <Preview upload={upload} />
      <div className={classes.words}>
        {replaces || refused ? (
          <span className={classes.name}>{file.name}</span>
        ) : (
          <TitleField upload={upload} />
        )}
        {open && <Progress upload={upload} />}
        <div className={classes.status}>
          <StatusLine upload={upload} />
        </div>
        {stage.stage === 'failed' && stage.retry && (
          <Button size="compact-xs" variant="default" onClick={() => retry(id)}>
            Try again
          </Button>
        )}
      </div>
      {stage.stage === 'opening' ? (
        <span className={classes.noButton} />
      ) : (
        <CloseButton
          size="sm"
          aria-label={open ? `Cancel ${file.name}` : `Take ${file.name} from this list`}
          title={open ? 'Cancel' : undefined}
          onClick={() => void remove(id)}
        />
      )}
    </li>
  )
}
