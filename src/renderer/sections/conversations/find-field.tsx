import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationView } from '../../../shared/model/conversation-view.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { useFieldText } from './field-text.ts'
import { scrollToField } from './scroll-to-field.ts'
import styles from './conversations.module.css'
import { textForName } from './values/hidden-characters.ts'

export interface FindFieldProps {
  readonly view: ConversationView
}

/** A box that leads to a field by its label or the contract's name. */
export function FindField({ view }: FindFieldProps) {
  const { t } = useTranslation('conversations')
  const { label } = useFieldText()
  const [typed, setTyped] = useState('')
  const options = view.sections.flatMap(({ section, rows, otherFields }) =>
    [...rows, ...otherFields].map(({ path, field }) => ({
      value: path,
      label: textForName(label(field)),
      hint: textForName(field),
      group: t(`heading.${section}`),
    })),
  )
  return (
    <div className={styles.find}>
      <Combobox
        aria-label={t('findField')}
        placeholder={t('findField')}
        options={options}
        value={typed}
        onChange={setTyped}
        onSelect={(path) => {
          setTyped('')
          scrollToField(path)
        }}
      />
    </div>
  )
}
