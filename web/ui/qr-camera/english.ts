import type { QrCameraWords } from './qr-camera.tsx'

/** What the camera says on a page where a code can be typed as well. */
export const CAMERA_IN_ENGLISH: QrCameraWords = {
  picture: 'What the camera sees',
  starting: 'The camera is starting …',
  paused: 'The camera is off.',
  problems: {
    refused: {
      title: 'The camera is not allowed',
      advice: 'Allow it for this page in the settings of the browser, or type the code.',
    },
    missing: { title: 'There is no camera here', advice: 'Type the code instead.' },
    busy: {
      title: 'Something else uses the camera',
      advice: 'Close the other app, then try again.',
    },
    insecure: {
      title: 'The camera works only on a safe address',
      advice: 'Open this page with https, or type the code.',
    },
    failed: { title: 'The camera did not start', advice: 'Try again, or type the code.' },
  },
  again: 'Try again',
  light: 'Light',
  otherCamera: 'Other camera',
}
