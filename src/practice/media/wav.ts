import type { Random } from '../random.ts'

const sampleRate = 16_000

type Formants = readonly [number, number, number]

interface Syllable {
  readonly startAt: number
  readonly seconds: number
  readonly pitch: number
  readonly formants: Formants
}

const vowels: readonly [Formants, ...Formants[]] = [
  [730, 1090, 2440],
  [270, 2290, 3010],
  [530, 1840, 2480],
  [570, 840, 2410],
  [300, 870, 2240],
]

function speak(random: Random, seconds: number): readonly Syllable[] {
  const syllables: Syllable[] = []
  const base = random.integer(110, 210)
  for (let startAt = 0.1; startAt < seconds - 0.3;) {
    const length = 0.12 + random.next() * 0.12
    syllables.push({
      startAt,
      seconds: length,
      pitch: base * (0.9 + random.next() * 0.25),
      formants: random.pick(vowels),
    })
    startAt += length + (random.next() < 0.2 ? 0.18 : 0.03)
  }
  return syllables
}

/** Harmonics of the voice, louder near a formant; an envelope that rises and falls makes the syllable. */
function sound(syllable: Syllable, time: number): number {
  const into = (time - syllable.startAt) / syllable.seconds
  let sum = 0
  for (let harmonic = 1; harmonic * syllable.pitch < 3600; harmonic += 1) {
    const frequency = harmonic * syllable.pitch
    const gain = syllable.formants.reduce(
      (total, formant) => total + 1 / (1 + ((frequency - formant) / 120) ** 2),
      0.02,
    )
    sum += (gain * Math.sin(2 * Math.PI * frequency * time)) / harmonic ** 0.3
  }
  return sum * Math.sin(Math.PI * into) ** 0.7 * 0.18
}

function header(dataBytes: number): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + dataBytes, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(sampleRate, 24)
  head.writeUInt32LE(sampleRate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(dataBytes, 40)
  return head
}

/** Syllables without words, of that many seconds, as a WAV file (16 kHz, mono, 16 bits). */
export function encodeSpeech(random: Random, seconds: number): Buffer {
  const samples = new Int16Array(Math.round(seconds * sampleRate))
  for (const syllable of speak(random, seconds)) {
    const first = Math.round(syllable.startAt * sampleRate)
    const last = Math.min(samples.length, Math.round((syllable.startAt + syllable.seconds) * sampleRate))
    for (let at = first; at < last; at += 1) {
      const value = Math.max(-1, Math.min(1, sound(syllable, at / sampleRate)))
      samples[at] = Math.round(value * 30_000)
    }
  }
  return Buffer.concat([header(samples.byteLength), Buffer.from(samples.buffer)])
}
