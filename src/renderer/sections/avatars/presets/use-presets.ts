import { useQuery } from '@tanstack/react-query'
import type { Preset } from '../../../../shared/schemas/preset.ts'
import { read } from '../../../api/queries.ts'

const none: readonly Preset[] = []

/** The presets of the open profile by name; none until main has answered. */
export function usePresets(): readonly Preset[] {
  return useQuery(read('preset.list', {})).data ?? none
}
