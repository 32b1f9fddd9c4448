import type { UseQueryResult } from '@tanstack/react-query'
import { Ellipsis, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '../../../../shared/contract.ts'
import type { RuleId } from '../../../../shared/ids.ts'
import type { AlertRule, AlertRuleInput } from '../../../../shared/schemas/alert.ts'
import { useCommand } from '../../../api/use-command.ts'
import type { Task } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useUndoable } from '../../../state/use-undoable.ts'
import { forgetRule, typeRule, useRuleDraft } from '../../../state/typed-texts-store.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import type { MenuItem } from '../../../ui/menu-popup.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { ApplicationSelect } from '../applications.tsx'
import { useRuleText } from './rules.ts'
import styles from './rules.module.css'

interface RuleLine {
  readonly id: RuleId
  /** When it applies: names the rule. */
  readonly text: string
  readonly scope: string
  readonly isOn: boolean
  readonly onTurn: (isOn: boolean) => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}

export interface RuleRowProps {
  readonly line: RuleLine
  /** How it applies, after the text. */
  readonly detail?: string
  /** While it is on. */
  readonly state: ReactNode
  /** A button that the state asks for. */
  readonly action?: ReactNode
  /** Beside Edit and Remove. */
  readonly items?: readonly MenuItem[]
}

export function RuleRow({ line, detail, state, action, items = [] }: RuleRowProps) {
  const { t } = useTranslation('sessions')
  const { id, text, scope, isOn, onTurn, onEdit, onRemove } = line
  return (
    <li data-key={id} className={styles.row}>
      <Switch isBare label={t('rule.on')} name={t('rule.onRule', { rule: text })} isOn={isOn} onChange={onTurn} />
      <Text truncate>{scope}</Text>
      <Text truncate tone="soft">
        {detail === undefined ? text : `${text} · ${detail}`}
      </Text>
      <Text truncate className={styles.state}>
        {isOn ? state : t('rule.off')}
      </Text>
      <Row as="span" justify="end">
        {action}
        <MenuButton
          variant="icon"
          label={t('rule.more')}
          name={t('rule.moreFor', { rule: text })}
          Icon={Ellipsis}
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

export interface FieldsProps<Draft> {
  readonly draft: Draft
  readonly onChange: (changes: Partial<Draft>) => void
}

export function ScopeField({ draft, onChange }: FieldsProps<Pick<AlertRuleInput, 'appId'>>) {
  const { t } = useTranslation('sessions')
  return (
    <Field label={t('rule.scope')}>
      <ApplicationSelect appId={draft.appId} none={t('overview.title')} onChoose={(appId) => onChange({ appId })} />
    </Field>
  )
}

interface RuleFormProps<Draft> {
  readonly title: string
  /** Which rule, for what is typed. */
  readonly of: string
  readonly start: Draft
  /** The rule that a draft describes; null while something in it is wrong. */
  readonly ruleOf: (draft: Draft) => AlertRuleInput | null
  readonly Fields: ComponentType<FieldsProps<Draft>>
  readonly save: Task<InputOf<'alert.save'>, unknown>
  readonly onClose: () => void
}

function RuleForm<Draft extends object>(props: RuleFormProps<Draft>) {
  const { title, of, start, ruleOf, Fields, save } = props
  const { t } = useTranslation('sessions')
  const draft = useRuleDraft(of, start)
  const onClose = (): void => {
    forgetRule()
    props.onClose()
  }
  const form = useId()
  const rule = ruleOf(draft)
  return (
    <FormDialog
      title={title}
      size="form"
      isChanged={draft !== start}
      onClose={onClose}
      action={{ label: t('rule.save'), form, busy: save.isPending, disabled: rule === null }}
    >
      <Stack
        id={form}
        aria-label={title}
        as="form"
        gap={4}
        onSubmit={(event) => {
          event.preventDefault()
          if (rule !== null && !save.isPending) save.mutate(rule, onClose)
        }}
      >
        <Fields draft={draft} onChange={(changes) => typeRule(of, { ...draft, ...changes })} />
        <ErrorNotice error={save.error} about={t('rule.saveFailed')} />
      </Stack>
    </FormDialog>
  )
}

interface RulesPanelProps<Draft> extends Pick<RuleFormProps<Draft>, 'ruleOf' | 'Fields' | 'save'> {
  readonly query: UseQueryResult<{ readonly rules: readonly AlertRule[] }>
  readonly row: (rule: AlertRule, line: RuleLine) => ReactNode
  /** The draft of a rule; without one, of a new rule. */
  readonly draftOf: (rule: AlertRule | undefined) => Draft
  readonly children: ReactNode
}

export function RulesPanel<Draft extends object>(props: RulesPanelProps<Draft>) {
  const { query, save, row, draftOf, ruleOf, Fields, children } = props
  const { t } = useTranslation(['sessions', 'alerts'])
  const ruleText = useRuleText()
  // As it was when its form was opened: it may be removed in another window.
  const [edited, setEdited] = useState<{ readonly of: string; readonly start: Draft } | null>(null)
  const turn = useCommand('alert.setOn', { queue: 'alert.setOn' })
  const remove = useUndoable('alert.remove', 'alert.restore')
  const { rules = [] } = query.data ?? {}
  const show = (next: typeof edited): void => {
    save.reset()
    setEdited(next)
  }
  const edit = (rule?: AlertRule): void => show({ of: rule?.id ?? 'new', start: draftOf(rule) })
  return (
    <Panel
      region
      title={t('alerts:title')}
      padded={false}
      actions={
        <Button Icon={Plus} onClick={() => edit()}>
          {t('alerts:new')}
        </Button>
      }
    >
      <div className={styles.panel}>
        <QueryFailure query={query} />
        <ErrorNotice error={turn.error ?? (edited === null ? save.error : null)} about={t('rule.saveFailed')} />
        {rules.length > 0 && (
          <ul aria-label={t('alerts:title')}>
            {rules.map((rule) => {
              const { id, isOn } = rule
              const text = ruleText.condition(rule.condition)
              return row(rule, {
                id,
                text,
                isOn,
                scope: ruleText.scope(rule),
                onTurn: (value) => turn.mutate({ id, isOn: value }),
                onEdit: () => edit(rule),
                onRemove: () =>
                  remove({
                    input: { id },
                    undo: { id },
                    text: t('rule.removed', { rule: text }),
                    name: text,
                    focusKey: id,
                  }),
              })
            })}
          </ul>
        )}
        {query.data !== undefined && edited !== null && (
          <RuleForm
            ruleOf={ruleOf}
            Fields={Fields}
            save={save}
            {...edited}
            title={t('alerts:form.title')}
            onClose={() => show(null)}
          />
        )}
        {children}
      </div>
    </Panel>
  )
}
