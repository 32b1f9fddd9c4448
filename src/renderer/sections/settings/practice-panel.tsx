import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ProfileId } from '../../../shared/ids.ts'
import { limits } from '../../../shared/model/limits.ts'
import { practiceFaults, practiceSpeeds, practiceTrainingMs } from '../../../shared/model/practice.ts'
import type { PracticeState } from '../../../shared/schemas/practice.ts'
import { read } from '../../api/queries.ts'
import { useOpenProfile } from '../../api/use-app-state.ts'
import { useCommand } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { QueryFailure } from '../../failures/query-failure.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Field } from '../../ui/field.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { EraseDialog } from './profiles-panel.tsx'
import styles from './settings.module.css'
import { SettingsPanel, focusPart } from './settings-panel.tsx'

function Seed({ seed, onReset }: { readonly seed: string; readonly onReset: (seed: string) => void }) {
  const { t } = useTexts('settings')
  const [typed, setTyped] = useState(seed)
  const next = typed.trim()
  return (
    <Field label={t('practicePanel.seed')} labelNote={t('practicePanel.seedHint')}>
      <Row gap={2}>
        <TextInput value={typed} maxLength={limits.practiceSeed} onType={setTyped} />
        <Button tone="danger" disabled={next === ''} onClick={() => onReset(next)}>
          {t('practicePanel.reset')}
        </Button>
      </Row>
    </Field>
  )
}

interface ControlsProps {
  readonly state: PracticeState
  readonly onReset: (seed: string) => void
}

function Controls({ state, onReset }: ControlsProps) {
  const { t, format } = useTexts('settings')
  const { mutate: set, error } = useCommand('practice.set', { queue: 'practice.set' })
  const count = state.faults.length
  return (
    <Stack gap={4}>
      <RadioGroup
        label={t('practicePanel.speed')}
        value={state.speed}
        onChange={(speed) => set({ speed })}
        options={practiceSpeeds.map((value) => ({ value, label: format.duration(practiceTrainingMs[value]) }))}
      />
      <Disclosure label={count === 0 ? t('practicePanel.faultsAndSeed') : t('practicePanel.faultsOn', { count })}>
        <Stack gap={4}>
          <Stack role="group" aria-label={t('practicePanel.faults')} gap={2}>
            <Text font="secondary" tone="soft">
              {t('practicePanel.faultsHint')}
            </Text>
            <div className={styles.faults}>
              {practiceFaults.map((fault) => (
                <Switch
                  key={fault}
                  label={t(`practicePanel.fault.${fault}`)}
                  isOn={state.faults.includes(fault)}
                  onChange={(isOn) => set({ faults: { [fault]: isOn } })}
                />
              ))}
            </div>
          </Stack>
          <Seed seed={state.seed} onReset={onReset} />
        </Stack>
      </Disclosure>
      <ErrorNotice error={error} />
    </Stack>
  )
}

export function PracticePanel() {
  const { t } = useTexts(['settings', 'app'])
  const profile = useOpenProfile()?.profile
  const isOpen = profile?.kind === 'practice'
  const query = useQuery({ ...read('practice.read', {}), enabled: isOpen })
  const { data: state } = query
  const open = useCommand('practice.open')
  const isOpened = isOpen && open.input !== undefined
  useEffect(() => {
    // The pressed button disappears once the profile is open.
    if (isOpened) focusPart('practice')
  }, [isOpened])
  // A reset removes its profile before it can fail, so the dialog must outlive the profile.
  const [request, setRequest] = useState<{ readonly profileId: ProfileId; readonly seed: string } | null>(null)
  const reset = useCommand('practice.reset', { onDone: () => setRequest(null) })
  return (
    <SettingsPanel part="practice">
      {!isOpen && (
        <Button busy={open.isPending} onClick={() => open.mutate({})}>
          {t('app:welcome.practice')}
        </Button>
      )}
      <ErrorNotice error={open.error} />
      {isOpen && <QueryFailure query={query} />}
      {isOpen && state !== undefined && state !== null && (
        <Controls
          // A different profile starts with its own seed.
          key={profile.id}
          state={state}
          onReset={(seed) => setRequest({ profileId: profile.id, seed })}
        />
      )}
      {request !== null && (
        <EraseDialog
          profileId={request.profileId}
          colour={profile?.colour}
          task={reset}
          title={t('settings:practicePanel.reset')}
          words={t('settings:practicePanel.resetWords')}
          label={t('settings:practicePanel.reset')}
          onErase={() => reset.mutate({ seed: request.seed })}
          onClose={() => setRequest(null)}
        />
      )}
    </SettingsPanel>
  )
}
