import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react'
import {
  camerasCanBeAsked,
  closeCamera,
  hasTorch,
  listCameras,
  openCamera,
  problemOf,
  setTorch,
  type CameraProblem,
} from './camera.ts'
import { loadDetector } from './detector.ts'
import { makeRepeatFilter } from './repeats.ts'

/** Between two looks at the picture: eight to nine a second. */
const POLL_MS = 115
/** The page must answer a finger between two looks, also on a slow phone. */
const LEAST_PAUSE_MS = 30

export type CameraState =
  | { kind: 'starting' }
  /** Switched off by the page, or out of sight. */
  | { kind: 'paused' }
  | { kind: 'running'; track: MediaStreamTrack; torch: boolean; cameras: readonly string[] }
  | { kind: 'problem'; problem: CameraProblem }

function subscribeToSight(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

const inSight = (): boolean => document.visibilityState === 'visible'

/** Looks at the picture again and again until it is stopped; `onText` hears each code it finds. */
function watch(video: HTMLVideoElement, stop: AbortSignal, onText: (text: string) => void): void {
  const detector = loadDetector()
  const look = async (): Promise<void> => {
    if (stop.aborted) return
    const began = performance.now()
    if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
      // A picture that could not be read is followed by the next one.
      const found = await detector.then((it) => it.detect(video)).catch(() => [])
      for (const { rawValue } of found) if (!stop.aborted && rawValue) onText(rawValue)
    }
    const pause = POLL_MS - (performance.now() - began)
    setTimeout(() => void look(), Math.max(LEAST_PAUSE_MS, pause))
  }
  void look()
}

/** Tries again by itself once the person allows the camera in the browser's settings. */
function useAllowed(refused: boolean, again: () => void): void {
  useEffect(() => {
    if (!refused || !('permissions' in navigator)) return undefined
    const stop = new AbortController()
    navigator.permissions
      .query({ name: 'camera' })
      .then((permission) =>
        permission.addEventListener('change', again, { signal: stop.signal, once: true }),
      )
      .catch(() => undefined)
    return () => stop.abort()
  }, [refused, again])
}

type Opened = { stop: AbortSignal; deviceId: string | null; video: HTMLVideoElement }

/** Opens the camera into the element; tells its state until it is stopped, then lets it go. */
async function run(
  { stop, deviceId, video }: Opened,
  tell: (state: CameraState) => void,
  onText: (text: string) => void,
): Promise<void> {
  if (!camerasCanBeAsked()) return tell({ kind: 'problem', problem: 'insecure' })
  let stream: MediaStream | null = null
  const letGo = (): void => {
    closeCamera(stream)
    video.srcObject = null
  }
  stop.addEventListener('abort', letGo)
  try {
    stream = await openCamera(deviceId)
    if (stop.aborted) return letGo()
    const [track] = stream.getVideoTracks()
    if (!track) return tell({ kind: 'problem', problem: 'missing' })
    track.addEventListener('ended', () => {
      if (!stop.aborted) tell({ kind: 'problem', problem: 'busy' })
    })
    video.srcObject = stream
    await video.play()
    const cameras = await listCameras()
    if (stop.aborted) return
    tell({ kind: 'running', track, torch: hasTorch(track), cameras })
    watch(video, stop, onText)
  } catch (failure) {
    if (stop.aborted) return
    letGo()
    tell({ kind: 'problem', problem: problemOf(failure) })
  }
}

export type QrCameraControl = {
  state: CameraState
  lit: boolean
  again: () => void
  light: () => void
  nextCamera: () => void
}

/**
 * The camera, reading while `active` and in sight: it is let go when the page is left or hidden.
 * `onRead` hears a code once for as long as it is held in front of the camera.
 */
export function useQrCamera(
  video: RefObject<HTMLVideoElement | null>,
  active: boolean,
  onRead: (text: string) => void,
): QrCameraControl {
  const isNew = useRef(makeRepeatFilter())
  const visible = useSyncExternalStore(subscribeToSight, inSight)
  const [state, setState] = useState<CameraState>({ kind: 'starting' })
  const [choice, setChoice] = useState<{ deviceId: string | null }>({ deviceId: null })
  const [lit, setLit] = useState(false)
  const wanted = active && visible
  const hear = useEffectEvent((text: string) => {
    if (isNew.current(text, performance.now())) onRead(text)
  })

  useEffect(() => {
    const element = video.current
    if (!wanted || !element) return undefined
    const stop = new AbortController()
    void run({ stop: stop.signal, ...choice, video: element }, setState, (text) => hear(text))
    return () => {
      stop.abort()
      setLit(false)
      setState({ kind: 'starting' })
    }
  }, [wanted, choice, video])

  const again = useCallback(() => setChoice((before) => ({ ...before })), [])
  useAllowed(state.kind === 'problem' && state.problem === 'refused', again)
  const light = (): void => {
    if (state.kind !== 'running') return
    setTorch(state.track, !lit).then(
      () => setLit(!lit),
      () => undefined,
    )
  }
  const nextCamera = (): void => {
    if (state.kind !== 'running') return
    const now = state.track.getSettings().deviceId ?? ''
    const at = state.cameras.indexOf(now)
    setChoice({ deviceId: state.cameras[(at + 1) % state.cameras.length] ?? null })
  }
  return { state: wanted ? state : { kind: 'paused' }, lit, again, light, nextCamera }
}
