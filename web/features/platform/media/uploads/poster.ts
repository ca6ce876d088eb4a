/** What the browser cannot open at once it does not open at all. */
const LONGEST_MS = 10_000
const A_MOMENT_S = 1
/** A video shorter than this many moments is caught earlier: at this part of it. */
const EARLY = 0.2
const MOST_WIDE = 1920

function heard(video: HTMLVideoElement, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener(name, () => resolve(), { once: true })
    video.addEventListener('error', () => reject(new Error('The video does not play.')), {
      once: true,
    })
    setTimeout(() => reject(new Error('The video takes too long.')), LONGEST_MS)
  })
}

function drawn(video: HTMLVideoElement): Promise<Blob | null> {
  const scale = Math.min(1, MOST_WIDE / video.videoWidth)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
}

/** A frame of a video a moment after its start; null where the browser cannot play it. */
export async function posterOf(file: Blob): Promise<Blob | null> {
  const video = document.createElement('video')
  const address = URL.createObjectURL(file)
  try {
    const opened = heard(video, 'loadeddata')
    video.muted = true
    video.preload = 'auto'
    video.src = address
    await opened
    const sought = heard(video, 'seeked')
    const length = Number.isFinite(video.duration) ? video.duration : 0
    video.currentTime = Math.min(A_MOMENT_S, length * EARLY)
    await sought
    return video.videoWidth > 0 ? await drawn(video) : null
  } catch {
    return null
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(address)
  }
}
