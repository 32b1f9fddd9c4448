import { useState } from 'react'
import { blankFields } from '../../../../shared/model/creation-template.ts'
import type { CreationFields } from '../../../../shared/schemas/avatar.ts'
import type { Preset } from '../../../../shared/schemas/preset.ts'
import type { SharedFields } from '../fields/use-shared-fields.ts'
import { usePresets } from './use-presets.ts'

/** The last change of a preset. */
export interface PresetResult {
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
  readonly result: PresetResult | null
  /** Fills the preset of this name in; "" is none, and changes no field. */
  readonly choose: (name: string) => void
  /** Puts back what stood there before the last choice; null once something was typed since. */
  readonly undo: (() => void) | null
  readonly onSaved: (name: string) => void
  readonly onDeleted: (name: string) => void
}

interface Choice {
  /** "" is none; null when nothing was chosen in this visit. */
  readonly name: string | null
  readonly result: PresetResult | null
  readonly before: CreationFields | null
}

const nothing: Choice = { name: null, result: null, before: null }
const fieldNames = Object.keys(blankFields) as readonly (keyof CreationFields)[]

function isSame(one: CreationFields, other: CreationFields): boolean {
  return fieldNames.every((name) => one[name] === other[name])
}

// Without a choice in this visit, the preset is found by its fields: it is the same after a restart.
function shownOf(presets: readonly Preset[], chosen: string | null, fields: CreationFields): Preset | null {
  if (chosen === '') return null
  const named = presets.find((preset) => preset.name === chosen)
  return named ?? presets.find((preset) => isSame(preset.fields, fields)) ?? null
}

/** Which preset the shared fields follow. */
export function usePresetChoice({ fields, change }: Pick<SharedFields, 'fields' | 'change'>): PresetChoice {
  const presets = usePresets()
  const [{ name: chosen, result, before }, setChoice] = useState(nothing)
  const shown = shownOf(presets, chosen, fields)
  const isChanged = shown !== null && !isSame(shown.fields, fields)
  const canUndo = before !== null && !isChanged
  return {
    presets,
    shown,
    isChanged,
    result: result?.what === 'filled' && !canUndo ? null : result,
    choose: (name) => {
      const preset = presets.find((candidate) => candidate.name === name)
      setChoice({
        name,
        result: preset === undefined ? null : { what: 'filled', name },
        before: preset ? fields : null,
      })
      if (preset !== undefined) change(preset.fields)
    },
    undo: canUndo
      ? () => {
          change(before)
          setChoice(nothing)
        }
      : null,
    onSaved: (name) => {
      setChoice({ name, result: { what: 'saved', name }, before: null })
    },
    onDeleted: (name) => {
      setChoice({ name: '', result: { what: 'deleted', name }, before: null })
    },
  }
}
