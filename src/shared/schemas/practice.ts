import { z } from 'zod'
import { limits } from '../model/limits.ts'
import { practiceFaults, practiceSpeeds } from '../model/practice.ts'

const speed = z.enum(practiceSpeeds)
const faults = z.array(z.enum(practiceFaults))

/** The same seed creates the same world: ids, trainings, calls. */
export const practiceSeed = z.string().trim().min(1).max(limits.practiceSeed)

export const practiceState = z.strictObject({ speed, faults, seed: z.string() })

/** Faults by name; omitted faults stay unchanged. */
export const practiceChange = z
  .strictObject({ speed, faults: z.partialRecord(z.enum(practiceFaults), z.boolean()) })
  .partial()

export type PracticeState = z.output<typeof practiceState>
export type PracticeChange = z.output<typeof practiceChange>
