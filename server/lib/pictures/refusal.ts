/** A file that is not taken, with the sentence that says why. */
export class Refusal extends Error {}
