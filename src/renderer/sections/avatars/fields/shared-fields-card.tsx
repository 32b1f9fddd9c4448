import { useTranslation } from 'react-i18next'
import type { CreationFields } from '../../../../shared/schemas/avatar.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PresetControl } from '../presets/preset-control.tsx'
import { FieldInputs } from './field-inputs.tsx'
import styles from './fields.module.css'
import type { SharedFields } from './use-shared-fields.ts'

export interface SharedFieldsCardProps {
  readonly shared: SharedFields
  /** Fields that are needed and empty, once the operator has tried to create. */
  readonly missing: readonly (keyof CreationFields)[]
}

/** "For all drafts": what every draft is created with unless it has own fields. */
export function SharedFieldsCard({ shared, missing }: SharedFieldsCardProps) {
  const { t } = useTranslation('avatars')
  // Another profile has other presets: what was chosen here means nothing there.
  const profileId = useOpenProfile()?.profile.id
  return (
    <Panel title={t('fields.title')}>
      <div className={styles.fields}>
        <PresetControl key={profileId} fields={shared.fields} onChange={shared.change} />
        <FieldInputs
          fields={shared.fields}
          placeholderOf={(name) => (name === 'language' ? 'English' : undefined)}
          missing={missing}
          onChange={(name, value) => {
            shared.change({ [name]: value })
          }}
        />
        <ErrorNotice error={shared.error} about={t('fields.notSaved')} />
      </div>
    </Panel>
  )
}
