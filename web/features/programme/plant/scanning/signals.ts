import type { Tone } from './outcomes.ts'

type Beep = { hertz: number; from: number; seconds: number; wave: OscillatorType }

/** Told apart in a noisy hall: one tick, two rising, two alike, one long and low. */
const BEEPS: Record<Tone, readonly Beep[]> = {
  kept: [{ hertz: 700, from: 0, seconds: 0.07, wave: 'sine' }],
  good: [
    { hertz: 880, from: 0, seconds: 0.09, wave: 'sine' },
    { hertz: 1320, from: 0.1, seconds: 0.13, wave: 'sine' },
  ],
  again: [
    { hertz: 520, from: 0, seconds: 0.1, wave: 'triangle' },
    { hertz: 520, from: 0.17, seconds: 0.1, wave: 'triangle' },
  ],
  bad: [{ hertz: 190, from: 0, seconds: 0.5, wave: 'square' }],
}
/** In milliseconds, on and off in turns. */
const BUZZES: Record<Tone, number[]> = {
  kept: [30],
  good: [70],
  again: [50, 70, 50],
  bad: [250, 90, 250],
}
const LOUDNESS = 0.35

let speaker: AudioContext | null = null

function beep(tone: Tone): void {
  speaker ??= new AudioContext()
  const { currentTime, destination } = speaker
  void speaker.resume().catch(() => undefined)
  for (const { hertz, from, seconds, wave } of BEEPS[tone]) {
    const source = new OscillatorNode(speaker, { type: wave, frequency: hertz })
    const volume = new GainNode(speaker, { gain: LOUDNESS })
    volume.gain.setTargetAtTime(0, currentTime + from + seconds - 0.02, 0.008)
    source.connect(volume).connect(destination)
    source.start(currentTime + from)
    source.stop(currentTime + from + seconds + 0.05)
  }
}

/** Lets a worker hear and feel a result without looking. A phone that can do neither is silent. */
export function signal(tone: Tone, muted: boolean): void {
  // Before the page was touched once browsers refuse it, and complain.
  if ('vibrate' in navigator && navigator.userActivation.hasBeenActive)
    navigator.vibrate(BUZZES[tone])
  if (muted || !('AudioContext' in window)) return
  try {
    beep(tone)
  } catch {
    // No sound is no reason to lose a reading.
  }
}
