import { Button } from '@mantine/core'
import type { ReactElement } from 'react'
import { useLanguage } from '../lib/read-language.ts'
import { SCAN_OFFLINE_WORDS } from '../lib/scan-offline.ts'
import classes from './offline-guard.module.css'

/** The way past the guard for the page that keeps what is scanned: now, or from now on. */
export function ScanOfflineOffer({
  onOnce,
  onAlways,
}: {
  onOnce: () => void
  onAlways: () => void
}): ReactElement {
  const language = useLanguage()
  const words = SCAN_OFFLINE_WORDS[language]
  return (
    <div className={classes.offer} lang={language}>
      <p>{words.about}</p>
      <Button size="md" mih={48} onClick={onOnce}>
        {words.once}
      </Button>
      <Button size="md" mih={48} variant="default" onClick={onAlways}>
        {words.always}
      </Button>
    </div>
  )
}
