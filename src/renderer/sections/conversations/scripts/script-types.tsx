import { useTranslation } from 'react-i18next'
import type { ScriptKind } from '../../../../shared/model/conversation-view.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useKindText } from './use-kind-text.ts'
import { Row } from '../../../ui/layout.tsx'
import styles from './scripts.module.css'
import { PlainButton } from '../../../ui/plain-button.tsx'

export interface ScriptTypesProps {
  readonly kinds: readonly ScriptKind[]
  /** Shows the scripts of a type. */
  readonly onShow: (kind: ScriptKind) => void
}

/** Every type of script in the contract's order with how many there are; those without any are missing. */
export function ScriptTypes({ kinds, onShow }: ScriptTypesProps) {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  const text = useKindText()
  return (
    <Row as="ul" gap={1} align="stretch" wrap className={styles.types} aria-label={t('scripts.types')}>
      {kinds.map((kind) => (
        <li key={kind.type ?? ''}>
          {kind.count === 0 ? (
            <span className={styles.missing}>
              {text(kind)} <b>{t('scripts.missing')}</b>
            </span>
          ) : (
            <PlainButton
              onClick={() => {
                onShow(kind)
              }}
            >
              {text(kind)} <b>{format.number(kind.count)}</b>
            </PlainButton>
          )}
        </li>
      ))}
    </Row>
  )
}
