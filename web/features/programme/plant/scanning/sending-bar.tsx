import { Alert, Button } from '@mantine/core'
import {
  IconAlertCircle,
  IconCloudCheck,
  IconCloudUp,
  IconUser,
  IconWifiOff,
  type Icon,
} from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import { useLanguage } from '../../../../lib/read-language.ts'
import { useWords } from '../language.ts'
import { failureSentence } from '../plant-failure.tsx'
import { SCANNING_WORDS, type ScanningWords } from './scanning-words.ts'
import classes from './sending-bar.module.css'
import { useOnline } from './use-online.ts'
import type { Scanner } from './use-scanner.ts'

/** How it stands with what is kept, in one sentence, and the one about the network under it. */
function networkLine(words: ScanningWords, scanner: Scanner, online: boolean) {
  const kept = scanner.snapshot?.kept ?? 0
  const Picture: Icon = online ? (kept > 0 ? IconCloudUp : IconCloudCheck) : IconWifiOff
  const sent = scanner.snapshot?.refused ? words.restSent : words.allSent
  const title = kept > 0 ? words.keptCount(kept) : sent
  const away = scanner.trouble?.kind === 'later' ? words.unreachable : ''
  return { kept, Picture, title, detail: online ? away : words.offline }
}

function Refused({ scanner, words }: { scanner: Scanner; words: ScanningWords }) {
  const [sure, setSure] = useState(false)
  const count = scanner.snapshot?.refused ?? 0
  if (count === 0) return null
  return (
    <Alert color="red" icon={<IconAlertCircle size={20} />} title={words.refused(count)}>
      <p className={classes.sentence}>{words.refusedAdvice}</p>
      <div className={classes.acts}>
        <Button size="md" mih={44} variant="default" onClick={scanner.tryAgain}>
          {words.tryAgain}
        </Button>
        <Button
          size="md"
          mih={44}
          color="red"
          variant={sure ? 'filled' : 'outline'}
          onClick={() => {
            if (sure) scanner.drop()
            setSure(!sure)
          }}
        >
          {sure ? words.dropSure(count) : words.drop}
        </Button>
      </div>
    </Alert>
  )
}

function Stopped({ scanner, words }: { scanner: Scanner; words: ScanningWords }) {
  const language = useLanguage()
  if (scanner.trouble?.kind !== 'stopped') return null
  return (
    <Alert color="red" icon={<IconAlertCircle size={20} />} title={words.stopped} role="alert">
      <p className={classes.sentence}>{failureSentence(language, scanner.trouble.failure)}</p>
      <Button size="md" mih={44} variant="default" onClick={scanner.tryAgain}>
        {words.tryAgain}
      </Button>
    </Alert>
  )
}

/** What is kept on this phone and not sent, always in sight; what stands in the way; whose else it is. */
export function SendingBar({ scanner }: { scanner: Scanner }): ReactElement {
  const words = useWords(SCANNING_WORDS)
  const online = useOnline()
  if (!scanner.snapshot) return <div className={classes.bar} />
  const { kept, Picture, title, detail } = networkLine(words, scanner, online)
  return (
    <>
      <div className={classes.bar} data-waiting={kept > 0 || undefined}>
        <Picture size={24} stroke={1.8} aria-hidden />
        <span className={classes.words}>
          <b>{title}</b>
          {detail && <span>{detail}</span>}
        </span>
        {kept > 0 && (
          <Button
            size="md"
            mih={44}
            variant="default"
            loading={scanner.sending}
            onClick={scanner.tryAgain}
          >
            {words.sendNow}
          </Button>
        )}
      </div>
      <Stopped scanner={scanner} words={words} />
      <Refused scanner={scanner} words={words} />
      {scanner.snapshot.others.map(({ staffId, name, count }) => (
        <Alert key={staffId} color="yellow" icon={<IconUser size={20} />}>
          {words.others(count, name)}
        </Alert>
      ))}
    </>
  )
}
