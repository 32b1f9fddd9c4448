import { useQuery } from '@tanstack/react-query'
import type { InputOf } from '../../../../shared/contract.ts'
import type { Preset } from '../../../../shared/schemas/preset.ts'
import { call } from '../../../api/call.ts'
import { queries } from '../../../api/queries.ts'
import { useAnsweringCommand } from '../../../api/use-answering-command.ts'

const none: readonly Preset[] = []

/** The presets of the open profile by name; none until main has answered. */
export function usePresets(): readonly Preset[] {
  return useQuery(queries.presets()).data ?? none
}

/** Saving or deleting a preset as a mutation; the list on screen is the one that main answers. */
export function usePresetCommand<Name extends 'preset.save' | 'preset.delete'>(name: Name) {
  return useAnsweringCommand(queries.presets(), (input: InputOf<Name>) => call(name, input))
}
