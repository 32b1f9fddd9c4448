import type { SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppId, ProfileId } from '../../../../shared/ids.ts'
import { failureOf } from '../../../api/call.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { typeSessionId, useTypedSessionId } from '../../../state/session-id-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { CloseSessionDialog } from './close-session-dialog.tsx'
import styles from './closing.module.css'
import { OutcomeView } from './outcome-view.tsx'
import { useCloseSession } from './use-close-session.ts'

export interface CloseOneProps {
  readonly profileId: ProfileId
  /** The application on screen; its count is read around the close. */
  readonly appId: AppId
}

/** Closing one call by its session id, after one light confirmation; sent once. */
export function CloseOne({ profileId, appId }: CloseOneProps) {
  const { t } = useTranslation('closing')
  const sessionId = useTypedSessionId(profileId)
  const closing = useCloseSession()
  const hasSpaces = /\s/.test(sessionId.trim())
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    closing.ask({ sessionId: sessionId.trim(), appId })
  }
  return (
    <Panel>
      <div className={styles.row}>
        <div>
          <h2>{t('one.title')}</h2>
          <p>{t('one.hint')}</p>
        </div>
        <form className={styles.closeOne} onSubmit={submit}>
          <Field label={t('one.sessionId')} error={hasSpaces ? t('one.noSpaces') : null}>
            <TextInput
              mono
              value={sessionId}
              onChange={(event) => {
                typeSessionId(profileId, event.currentTarget.value)
              }}
            />
          </Field>
          <Button
            type="submit"
            tone="danger"
            disabled={sessionId.trim() === '' || hasSpaces}
            busy={closing.isAsking && closing.ticket === null}
          >
            {t('one.action')}
          </Button>
        </form>
      </div>
      <div className={styles.told}>
        <OutcomeView outcome={closing.answer} />
        {closing.error !== null && (
          <ErrorNotice failure={failureOf(closing.error)} about={t('one.failed')} live="status" />
        )}
      </div>
      <CloseSessionDialog closing={closing} />
    </Panel>
  )
}
