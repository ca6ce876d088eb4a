const PAGE = 64 * 1024

/**
 * No WebAssembly memory of this process grows past `bytes`. Without it a file of some kilobytes can
 * make PDFium ask for the two gigabytes that it may have. A program that is told that there is no
 * more may go on and leave out what did not fit: so ask, with what is given back, whether it was told.
 */
export function limitWasmMemory(bytes: number): () => boolean {
  let wasReached = false
  const grow = WebAssembly.Memory.prototype.grow
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * PAGE > bytes) {
      wasReached = true
      throw new RangeError('WebAssembly memory has reached its limit.')
    }
    return grow.call(this, pages)
  }
  return () => wasReached
}
