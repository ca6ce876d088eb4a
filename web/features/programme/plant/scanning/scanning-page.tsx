import { ActionIcon, Alert, Button, Menu, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import {
  IconArrowBackUp,
  IconDatabaseOff,
  IconDotsVertical,
  IconDownload,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import { useMemo, type ReactElement } from 'react'
import { formatNumber } from '../../../../lib/format.ts'
import { useBehindGuard } from '../../../../lib/behind-guard.ts'
import { useAlwaysScanOffline } from '../../../../lib/scan-offline.ts'
import { nameOf, staffIdOf, useSession } from '../../../../lib/session.ts'
import { QrCamera } from '../../../../ui/qr-camera/qr-camera.tsx'
import { useInstall } from '../install.ts'
import { useWords } from '../language.ts'
import { PlantFrame } from '../plant-frame.tsx'
import { ByHand } from './by-hand.tsx'
import { LastReadings } from './last-readings.tsx'
import { ResultBand } from './result-band.tsx'
import type { Reader } from './scan-schema.ts'
import { SCANNING_WORDS, type ScanningWords } from './scanning-words.ts'
import classes from './scanning-page.module.css'
import { SendingBar } from './sending-bar.tsx'
import { useScanner, type Scanner } from './use-scanner.ts'

function MuteSwitch({ scanner, words }: { scanner: Scanner; words: ScanningWords }) {
  const label = scanner.muted ? words.soundOff : words.soundOn
  return (
    <ActionIcon
      className={classes.tool}
      size={48}
      role="switch"
      aria-checked={!scanner.muted}
      aria-label={words.soundOn}
      title={label}
      onClick={() => scanner.mute(!scanner.muted)}
    >
      {scanner.muted ? <IconVolumeOff size={26} /> : <IconVolume size={26} />}
    </ActionIcon>
  )
}

/** There only while the browser offers to install the section. */
function MoreMenu({ words }: { words: ScanningWords }) {
  const install = useInstall()
  if (!install) return null
  return (
    <Menu position="top-end">
      <Menu.Target>
        <ActionIcon className={classes.tool} size={48} aria-label={words.menu} title={words.menu}>
          <IconDotsVertical size={26} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item mih={48} leftSection={<IconDownload size={20} />} onClick={install}>
          {words.install}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Counts({ scanner, words }: { scanner: Scanner; words: ScanningWords }) {
  const { undoable } = scanner
  return (
    <div className={classes.counts}>
      <span className={classes.count}>
        <b>{formatNumber(scanner.snapshot?.packs ?? 0)}</b>
        <span>
          {words.packs}
          <small>{words.thisPhone}</small>
        </span>
      </span>
      <Button
        size="md"
        className={classes.undo}
        variant="default"
        leftSection={<IconArrowBackUp size={22} aria-hidden />}
        disabled={!undoable}
        onClick={scanner.undo}
      >
        {undoable?.code ? words.undo(undoable.code.slice(-5)) : words.nothingToUndo}
      </Button>
    </div>
  )
}

/** Where the choice that the offline guard offers is made beforehand, and taken back. */
function AlwaysOffline({ words }: { words: ScanningWords }) {
  const [always, set] = useAlwaysScanOffline()
  return (
    <Switch
      size="lg"
      label={words.alwaysOffline}
      checked={always}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  )
}

function ScanningDesk({ reader }: { reader: Reader }): ReactElement {
  const words = useWords(SCANNING_WORDS)
  const scanner = useScanner(reader)
  const guarded = useBehindGuard()
  if (scanner.broken) {
    return (
      <Alert
        color="red"
        icon={<IconDatabaseOff size={20} />}
        title={words.broken.title}
        role="alert"
      >
        {words.broken.advice}
      </Alert>
    )
  }
  return (
    <div className={classes.desk}>
      <div className={classes.camera}>
        <QrCamera
          onRead={scanner.take}
          words={words.camera}
          active={scanner.snapshot !== null && !guarded}
        >
          <MuteSwitch scanner={scanner} words={words} />
          <MoreMenu words={words} />
        </QrCamera>
      </div>
      <ResultBand outcome={scanner.outcome} />
      <Counts scanner={scanner} words={words} />
      <SendingBar scanner={scanner} />
      <ByHand onCode={scanner.take} />
      <LastReadings rows={scanner.snapshot?.rows ?? []} />
      <AlwaysOffline words={words} />
    </div>
  )
}

/** The camera page of the line: works while the network is away. */
export function ScanningPage(): ReactElement {
  const words = useWords(SCANNING_WORDS)
  const session = useSession()
  const staffId = session && staffIdOf(session)
  const name = session ? nameOf(session) : ''
  const reader = useMemo(() => (staffId === null ? null : { staffId, name }), [staffId, name])
  return (
    <PlantFrame title={words.title}>
      {reader && <ScanningDesk key={reader.staffId} reader={reader} />}
    </PlantFrame>
  )
}
