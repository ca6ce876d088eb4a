/**
 * Why there is no picture: the person or the browser refused it, there is no camera, another
 * programme has it, the page is not served over HTTPS, or something else.
 */
export type CameraProblem = 'refused' | 'missing' | 'busy' | 'insecure' | 'failed'

const PROBLEMS: Record<string, CameraProblem> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
  InvalidStateError: 'busy',
}

export function problemOf(failure: unknown): CameraProblem {
  const name = failure instanceof Error ? failure.name : ''
  return PROBLEMS[name] ?? 'failed'
}

export function camerasCanBeAsked(): boolean {
  return 'mediaDevices' in navigator && window.isSecureContext
}

const SIZE = { width: { ideal: 1280 }, height: { ideal: 720 } }

function ask(choice: MediaTrackConstraints): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({ video: { ...SIZE, ...choice }, audio: false })
}

/** The chosen camera, else the one at the back; any other where that is not there. */
export async function openCamera(deviceId: string | null): Promise<MediaStream> {
  const behind = { facingMode: { ideal: 'environment' } }
  if (deviceId === null) return ask(behind)
  return ask({ deviceId: { exact: deviceId } }).catch((failure: unknown) => {
    if (problemOf(failure) === 'missing') return ask(behind)
    throw failure
  })
}

export function closeCamera(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** The cameras of this device, by their ids; their names are known once one was allowed. */
export async function listCameras(): Promise<string[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId }) => deviceId)
}

/** Whether the camera has a lamp. The capability is not in TypeScript's list yet. */
export function hasTorch(track: MediaStreamTrack): boolean {
  if (!('getCapabilities' in track)) return false
  return Reflect.get(track.getCapabilities(), 'torch') === true
}

export async function setTorch(track: MediaStreamTrack, on: boolean): Promise<void> {
  await track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] })
}
