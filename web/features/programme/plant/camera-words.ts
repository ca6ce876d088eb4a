import { CAMERA_IN_ENGLISH } from '../../../ui/qr-camera/english.ts'
import type { QrCameraWords } from '../../../ui/qr-camera/qr-camera.tsx'
import type { Words } from './language.ts'

type CameraWords = QrCameraWords & { open: string; close: string; read: string }

/** What the camera of a code field says. */
export const CAMERA_WORDS: Words<CameraWords> = {
  en: {
    open: 'Read with the camera',
    close: 'Close the camera',
    read: 'The code was read.',
    ...CAMERA_IN_ENGLISH,
  },
  hi: {
    open: 'कैमरे से पढ़ें',
    close: 'कैमरा बंद करें',
    read: 'कोड पढ़ लिया।',
    picture: 'कैमरे की तस्वीर',
    starting: 'कैमरा खुल रहा है …',
    paused: 'कैमरा बंद है।',
    problems: {
      refused: {
        title: 'कैमरे की अनुमति नहीं है',
        advice: 'ब्राउज़र की सेटिंग में कैमरा चालू करें, या कोड लिखें।',
      },
      missing: { title: 'यहाँ कैमरा नहीं है', advice: 'कोड लिखकर देखें।' },
      busy: {
        title: 'कैमरा किसी और ऐप में खुला है',
        advice: 'दूसरा ऐप बंद करें, फिर कोशिश करें।',
      },
      insecure: {
        title: 'इस पते पर कैमरा नहीं चलता',
        advice: 'https वाला पता खोलें, या कोड लिखें।',
      },
      failed: { title: 'कैमरा नहीं खुला', advice: 'फिर कोशिश करें, या कोड लिखें।' },
    },
    again: 'फिर कोशिश करें',
    light: 'रोशनी',
    otherCamera: 'दूसरा कैमरा',
  },
}
