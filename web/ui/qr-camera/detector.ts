/** What finds QR codes in a picture: the browser's own reader where it can, else ours. */
export type Detector = { detect: (image: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type NativeDetector = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

const QR = { formats: ['qr_code'] }

/** The browser's own reader; null where there is none, or where it cannot read QR codes. */
async function nativeDetector(): Promise<Detector | null> {
  // Not in TypeScript's list of the browser's own things yet.
  const Native = Reflect.get(globalThis, 'BarcodeDetector') as NativeDetector | undefined
  if (!Native) return null
  const formats = await Native.getSupportedFormats().catch((): string[] => [])
  return formats.includes('qr_code') ? new Native(QR) : null
}

/** Our reader is a megabyte of WebAssembly: fetched only where it is needed. */
async function ownDetector(): Promise<Detector> {
  return (await import('./own-detector.ts')).makeDetector()
}

/** The reader of this browser. One that stands there and then fails is replaced by ours. */
export async function loadDetector(): Promise<Detector> {
  const native = await nativeDetector()
  if (!native) return ownDetector()
  let used: Detector | null = null
  return {
    async detect(image) {
      if (used) return used.detect(image)
      return native.detect(image).catch(async (failure: unknown) => {
        if (failure instanceof DOMException && failure.name === 'InvalidStateError') throw failure
        used = await ownDetector()
        return used.detect(image)
      })
    },
  }
}
