import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseMutationResult } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '../../../../shared/contract.ts'
import type { Preset } from '../../../../shared/schemas/preset.ts'
import { call } from '../../../api/call.ts'
import { queries } from '../../../api/queries.ts'

const none: readonly Preset[] = []

/** The presets of the open profile by name; none until main has answered. */
export function usePresets(): readonly Preset[] {
  return useQuery(queries.presets()).data ?? none
}

/** Saving or deleting a preset as a mutation; the list on screen is the one that main answers. */
export function usePresetCommand<Name extends 'preset.save' | 'preset.delete'>(
  name: Name,
): UseMutationResult<OutputOf<Name>, Error, InputOf<Name>> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<Name>) => call(name, input),
    onSuccess: (presets) => {
      client.setQueryData(queries.presets().queryKey, presets)
    },
  })
}
