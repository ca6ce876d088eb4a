import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

// By default the reader would come from a server of others.
prepareZXingModule({
  overrides: {
    locateFile: (file: string, prefix: string) =>
      file.endsWith('.wasm') ? wasmUrl : prefix + file,
  },
})

export function makeDetector(): BarcodeDetector {
  return new BarcodeDetector({ formats: ['qr_code'] })
}
