import { z } from 'zod'
import { creationFields } from './avatar.ts'

/** The name of a preset: 1 to 100 characters, without surrounding white space. Names are case-sensitive. */
export const presetName = z.string().trim().min(1).max(100)

export const preset = z.strictObject({ name: presetName, fields: creationFields })

/** With `formerName`, the preset of that name is removed, so the preset is renamed. */
export const presetInput = z.strictObject({ ...preset.shape, formerName: presetName.nullable() })

export type Preset = z.output<typeof preset>
export type PresetInput = z.output<typeof presetInput>
