import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MenuButton } from '../../../ui/menu-button.tsx'
import type { MenuItem } from '../../../ui/menu-popup.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Row } from '../../../ui/layout.tsx'
import styles from './rules.module.css'

export interface RuleRowProps {
  /** Where it applies. */
  readonly scope: string
  /** When it applies: names the rule. */
  readonly text: string
  /** How it applies, after that. */
  readonly detail?: string
  readonly state: ReactNode
  /** A button that the state asks for. */
  readonly action?: ReactNode
  /** Beside Edit and Remove. */
  readonly items?: readonly MenuItem[]
  readonly isOn: boolean
  readonly onTurn: (isOn: boolean) => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** A rule in one line: its switch, what it says, its state, and what can be done with it. */
export function RuleRow({
  scope,
  text,
  detail = '',
  state,
  action,
  items = [],
  isOn,
  onTurn,
  onEdit,
  onRemove,
}: RuleRowProps) {
  const { t } = useTranslation('sessions')
  return (
    <li className={styles.row}>
      <Switch isBare label={t('rule.on')} name={t('rule.onRule', { rule: text })} isOn={isOn} onChange={onTurn} />
      <span className={styles.scope}>{scope}</span>
      <span className={styles.text}>{[text, detail].filter((part) => part !== '').join(' · ')}</span>
      <span className={styles.state}>{state}</span>
      <Row as="span" justify="end">
        {action}
        <MenuButton
          variant="icon"
          label={t('rule.more')}
          name={t('rule.moreFor', { rule: text })}
          icon={<Ellipsis aria-hidden />}
          items={[
            { label: t('rule.edit'), onChoose: onEdit },
            ...items,
            { label: t('rule.remove'), onChoose: onRemove },
          ]}
        />
      </Row>
    </li>
  )
}
