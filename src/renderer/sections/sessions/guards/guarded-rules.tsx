import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { GuardRule, GuardRuleInput, Guards } from '../../../../shared/schemas/guard.ts'
import type { ProfileView } from '../../../../shared/schemas/profile.ts'
import { call, failureOf } from '../../../api/call.ts'
import { queries } from '../../../api/queries.ts'
import { useAnsweringCommand } from '../../../api/use-answering-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { NewRule } from '../rules/new-rule.tsx'
import { RulesPanel } from '../rules/rules-panel.tsx'
import { useRuleEditing } from '../rules/use-rule-editing.ts'
import { useSummaryWords } from './guard-words.ts'
import styles from './guards.module.css'
import { RuleForm } from './rule-form.tsx'
import { RuleRow } from './rule-row.tsx'

/** Props of `GuardedRules`. */
export interface GuardedRulesProps {
  readonly view: ProfileView
}

interface PartProps {
  readonly view: ProfileView
  readonly guards: Guards
}

function Acting({ view, guards }: PartProps) {
  const { t } = useTranslation('guards')
  const set = useAnsweringCommand(queries.guards(), (allowed: boolean) => call('guard.setActing', { allowed }))
  const { protection } = view.profile
  if (protection === 'read-only') return <p className={styles.quiet}>{t('readOnly')}</p>
  const isOpen = protection === 'open'
  return (
    <div>
      <Switch
        label={t('acting.label')}
        hint={isOpen ? t('acting.hint') : t('acting.notOpen')}
        isOn={isOpen && guards.allowsActing}
        disabled={!isOpen}
        onChange={(allowed) => {
          if (!set.isPending) set.mutate(allowed)
        }}
      />
      {set.error !== null && <ErrorNotice failure={failureOf(set.error)} about={t('acting.failed')} />}
    </div>
  )
}

function Rules({ view, guards }: PartProps) {
  const { t } = useTranslation('guards')
  const { applications, protection } = view.profile
  const save = useAnsweringCommand(queries.guards(), (rule: GuardRuleInput) => call('guard.save', rule))
  const remove = useAnsweringCommand(queries.guards(), (rule: GuardRule) => call('guard.remove', { id: rule.id }))
  const mayAct = guards.allowsActing && protection === 'open'
  const { edited, wasEdited, edit, saving } = useRuleEditing(save)
  const rule = guards.rules.find(({ id }) => id === edited) ?? null
  return (
    <>
      {guards.rules.length > 0 && (
        <ul aria-label={t('rules')} className={styles.rules}>
          {guards.rules.map((one) => (
            <RuleRow
              key={one.id}
              rule={one}
              applications={applications}
              mayAct={mayAct}
              onTurn={(isOn) => {
                save.mutate({ ...one, isOn })
              }}
              onEdit={() => {
                edit(one.id)
              }}
              onRemove={() => {
                remove.mutate(one)
              }}
            />
          ))}
        </ul>
      )}
      {remove.error !== null && <ErrorNotice failure={failureOf(remove.error)} about={t('removeFailed')} />}
      {edited === null ? (
        <NewRule
          label={t('new')}
          error={save.error}
          failed={t('saveFailed')}
          takesFocus={wasEdited}
          onNew={() => {
            edit('new')
          }}
        />
      ) : (
        <RuleForm key={edited} rule={rule} applications={applications} {...saving} />
      )}
    </>
  )
}

/** The rules that propose to close known sessions, and whether they may do it by themselves. */
export function GuardedRules({ view }: GuardedRulesProps) {
  const { t } = useTranslation('guards')
  const guards = useQuery(queries.guards())
  const summaryWords = useSummaryWords()
  const mayAct = guards.data?.allowsActing === true && view.profile.protection === 'open'
  const summary = guards.data === undefined ? t('reading') : summaryWords(guards.data, mayAct)
  return (
    <RulesPanel
      part="guards"
      profileId={view.profile.id}
      words={{ title: t('title'), summary, words: t('words'), failed: t('readFailed') }}
      error={guards.error}
    >
      {guards.data !== undefined && (
        <>
          <Acting view={view} guards={guards.data} />
          <Rules view={view} guards={guards.data} />
        </>
      )}
    </RulesPanel>
  )
}
