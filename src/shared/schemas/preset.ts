import { z } from 'zod'
import { creationFields } from './avatar.ts'

/** The name of a preset: 1 to 100 characters, without white space around it. Two names differ by a letter's case. */
export const presetName = z.string().trim().min(1).max(100)

export const preset = z.strictObject({ name: presetName, fields: creationFields })

/** With `formerName` the preset of that name goes, which makes it a renaming. */
export const presetInput = z.strictObject({ ...preset.shape, formerName: presetName.nullable() })

export type Preset = z.output<typeof preset>
export type PresetInput = z.output<typeof presetInput>
