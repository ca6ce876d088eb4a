/** Numbers from 0 to 1 that look random and are the same in every run: xorshift with 32 bits. */
export function chance(seed: number): () => number {
  let state = seed | 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
