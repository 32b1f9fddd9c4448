import i18next from 'i18next'
import type { ParseKeys } from 'i18next'
import type { FieldRow, Meaning, ScriptKind } from '../../../shared/conversation/view-types.ts'
import { useTexts } from '../../i18n/use-texts.ts'

/** A field by the contract's path, such as `scriptDtoList.scriptContent`. */
export const fieldIn = (rows: readonly FieldRow[], field: string): FieldRow | undefined =>
  rows.find((row) => row.field === field)

/** The text or the digits that came with a field; null where there are none. */
export function textOf(row: FieldRow | undefined): string | null {
  return row?.value.kind === 'text' || row?.value.kind === 'number' ? row.value.text : null
}

export function useFieldText() {
  const { t } = useTexts('conversations')
  const catalogueText = (key: string): string | null =>
    // The boundary between the contract's paths and the typed catalogue; a test compares both.
    i18next.exists(`conversations:${key}`) ? t(key as ParseKeys<'conversations'>) : null
  return {
    /** The label of a documented field, or the field's own path where the contract does not name it. */
    // Dots would nest keys, and an object has both a label and members.
    label: (field: string): string => catalogueText(`field.${field.replaceAll('.', '/')}`) ?? field,
    meaning: (meaning: Meaning): string | null => {
      if (meaning.kind === 'none') return null
      if (meaning.kind === 'documented') return catalogueText(`meaning.${meaning.key}`)
      return meaning.kind === 'perhaps-unset' ? t('perhapsUnset') : t('notDocumented')
    },
  }
}

/** The name of a type of script in the page’s language: "opening line", "type 9", "without a type". */
export function useKindText(): (kind: ScriptKind) => string {
  const { t } = useTexts('conversations')
  const text = useFieldText()
  return ({ type, meaning }) => {
    if (type === null) return t('scripts.noType')
    const documented = meaning.kind === 'documented' ? text.meaning(meaning) : null
    return documented ?? t('scripts.typeNotDocumented', { type })
  }
}

/** A kind of failure as a short text, such as "refused by the service". Stored failures name only their kind. */
export function useShortFailureText(): (kind: string) => string {
  const { t } = useTexts('library')
  // The boundary between stored kinds and the typed catalogue: an unknown kind is "something else".
  return (kind) =>
    i18next.exists(`library:failure.${kind}`) ? t(`failure.${kind}` as ParseKeys<'library'>) : t('failure.other')
}
