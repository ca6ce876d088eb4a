/**
 * The states, by GST code, in which PIN codes begin with each digit: the postal zones of India Post.
 * 9 is the army's own, whose post offices move: it says nothing about a state. A test compares the
 * zones with the directory.
 */
const ZONES: Readonly<Record<string, readonly number[]>> = {
  1: [1, 2, 3, 4, 6, 7, 38],
  2: [5, 9],
  3: [8, 24, 26],
  4: [22, 23, 27, 30],
  5: [29, 34, 36, 37],
  6: [31, 32, 33, 34],
  7: [11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 35],
  8: [10, 20],
}

/** The states in which a PIN code can lie; null where its first digit does not tell. */
export const statesOfPincode = (pincode: string): readonly number[] | null =>
  ZONES[pincode.charAt(0)] ?? null
