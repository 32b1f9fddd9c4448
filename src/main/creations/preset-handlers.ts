import type { ProfileId } from '../../shared/ids.ts'
import type { HandlersOf } from '../ipc/handlers.ts'
import type { PresetsRepository } from '../store/presets-repository.ts'

/** The operations of presets. */
export type PresetHandlers = HandlersOf<'preset.list' | 'preset.save' | 'preset.delete'>

/** Gives the handlers of presets; `open` answers the open profile and refuses with `no-profile`. Each answers the list. */
export function createPresetHandlers(repository: PresetsRepository, open: () => ProfileId): PresetHandlers {
  return {
    'preset.list': () => repository.list(open()),
    'preset.save': (input) => {
      repository.save(open(), input)
      return repository.list(open())
    },
    'preset.delete': ({ name }) => {
      repository.remove(open(), name)
      return repository.list(open())
    },
  }
}
