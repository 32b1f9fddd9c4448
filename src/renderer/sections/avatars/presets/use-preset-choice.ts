import { useState } from 'react'
import { blankFields } from '../../../../shared/model/creation-template.ts'
import type { CreationFields } from '../../../../shared/schemas/avatar.ts'
import type { Preset } from '../../../../shared/schemas/preset.ts'
import type { SharedFields } from '../fields/use-shared-fields.ts'
import { usePresets } from './use-presets.ts'

/** What was done last with a preset. */
export interface PresetNews {
  readonly what: 'filled' | 'saved' | 'deleted'
  readonly name: string
}

/** The presets, which of them is in force, and what can be done about it. */
export interface PresetChoice {
  readonly presets: readonly Preset[]
  /** The preset that was chosen, or the one that the fields are equal to; null when there is none. */
  readonly shown: Preset | null
  /** True when the fields are no longer those of the preset that is shown. */
  readonly isChanged: boolean
  readonly news: PresetNews | null
  /** Fills the preset of this name in; "" is none, and changes no field. */
  readonly choose: (name: string) => void
  /** Puts back what stood there before the last choice; null once something was typed since. */
  readonly undo: (() => void) | null
  readonly noteSaved: (name: string) => void
  readonly noteDeleted: (name: string) => void
}

interface Choice {
  /** "" is none; null when nothing was chosen in this visit. */
  readonly name: string | null
  readonly news: PresetNews | null
  readonly before: CreationFields | null
}

const nothing: Choice = { name: null, news: null, before: null }
const fieldNames = Object.keys(blankFields) as readonly (keyof CreationFields)[]

function isSame(one: CreationFields, other: CreationFields): boolean {
  return fieldNames.every((name) => one[name] === other[name])
}

// Without a choice of this visit, the preset is told from the fields: it is the same after a restart.
function shownOf(presets: readonly Preset[], chosen: string | null, fields: CreationFields): Preset | null {
  if (chosen === '') return null
  const named = presets.find((preset) => preset.name === chosen)
  return named ?? presets.find((preset) => isSame(preset.fields, fields)) ?? null
}

/** Which preset the shared fields follow. */
export function usePresetChoice({ fields, change }: Pick<SharedFields, 'fields' | 'change'>): PresetChoice {
  const presets = usePresets()
  const [{ name: chosen, news, before }, setChoice] = useState(nothing)
  const shown = shownOf(presets, chosen, fields)
  const isChanged = shown !== null && !isSame(shown.fields, fields)
  const canUndo = before !== null && !isChanged
  return {
    presets,
    shown,
    isChanged,
    news: news?.what === 'filled' && !canUndo ? null : news,
    choose: (name) => {
      const preset = presets.find((candidate) => candidate.name === name)
      setChoice({ name, news: preset === undefined ? null : { what: 'filled', name }, before: preset ? fields : null })
      if (preset !== undefined) change(preset.fields)
    },
    undo: canUndo
      ? () => {
          change(before)
          setChoice(nothing)
        }
      : null,
    noteSaved: (name) => {
      setChoice({ name, news: { what: 'saved', name }, before: null })
    },
    noteDeleted: (name) => {
      setChoice({ name: '', news: { what: 'deleted', name }, before: null })
    },
  }
}
