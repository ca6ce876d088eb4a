/** A file that the process wrote into its folder: one size of a picture. */
export type MadePicture = { file: string; width: number; height: number; bytes: number }
export type MadeVideo = {
  file: string
  type: 'video/mp4' | 'video/webm'
  width: number
  height: number
  durationMs: number
  bytes: number
}

/** What the media process says at its end, as one line of JSON. */
export type Said = { pages: MadePicture[][] } | { video: MadeVideo } | { refusal: string }
