import { useTranslation } from 'react-i18next'
import type { ScriptKind } from '../../../../shared/model/conversation-view.ts'
import { useFieldText } from '../field-text.ts'

/** The name of a type of script in the page’s language: "opening line", "type 9", "without a type". */
export function useKindText(): (kind: ScriptKind) => string {
  const { t } = useTranslation('conversations')
  const text = useFieldText()
  return ({ type, meaning }) => {
    if (type === null) return t('scripts.noType')
    const documented = meaning.kind === 'documented' ? text.meaning(meaning) : null
    return documented ?? t('scripts.typeNotDocumented', { type })
  }
}
