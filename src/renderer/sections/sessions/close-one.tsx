import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppId, ProfileId } from '../../../shared/ids.ts'
import type { CloseTicket } from '../../../shared/schemas/session.ts'
import { call, failureOf } from '../../api/call.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { typeSessionId, useTypedSessionId } from '../../state/session-id.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useCloseWords } from './close-words.ts'
import styles from './sessions.module.css'

/** Props of `CloseOne`. */
export interface CloseOneProps {
  readonly profileId: ProfileId
  /** The application on screen; its count is read around the close. */
  readonly appId: AppId
}

interface ConfirmProps {
  readonly ticket: CloseTicket
  readonly onCancel: () => void
  readonly close: { readonly mutate: () => void; readonly isPending: boolean }
}

function Confirm({ ticket, onCancel, close }: ConfirmProps) {
  const { t } = useTranslation('sessions')
  return (
    <Dialog
      title={t('closeOne')}
      onClose={onCancel}
      action={{ label: t('closeOne'), tone: 'danger-fill', busy: close.isPending, onClick: close.mutate }}
    >
      <p>{t('closeOneAsk')}</p>
      <Facts
        facts={[
          { label: t('sessionId'), value: ticket.sessionId, mono: true },
          { label: t('application'), value: ticket.appId ?? '–', mono: true },
        ]}
      />
    </Dialog>
  )
}

/** Closing one call by its session id, after one light confirmation; sent once. */
export function CloseOne({ profileId, appId }: CloseOneProps) {
  const { t } = useTranslation('sessions')
  const words = useCloseWords()
  const sessionId = useTypedSessionId(profileId)
  const [ticket, setTicket] = useState<CloseTicket | null>(null)
  const ask = useMutation({
    mutationFn: () => call('session.openClose', { sessionId: sessionId.trim(), appId }),
    onSuccess: setTicket,
  })
  const close = useMutation({
    mutationFn: (confirmed: CloseTicket) => call('session.close', { ticket: confirmed.ticket }),
    onSettled: () => {
      setTicket(null)
    },
  })
  const hasSpaces = /\s/.test(sessionId.trim())
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    close.reset()
    if (!ask.isPending) ask.mutate()
  }
  const failed = close.error ?? ask.error
  return (
    <Panel>
      <div className={styles.row}>
        <div>
          <h2>{t('closeOneTitle')}</h2>
          <p>{t('closeOneHint')}</p>
        </div>
        <form className={styles.closeOne} onSubmit={submit}>
          <Field label={t('sessionId')} error={hasSpaces ? t('noSpaces') : null}>
            <TextInput
              mono
              autoComplete="off"
              spellCheck={false}
              value={sessionId}
              onChange={(event) => {
                typeSessionId(profileId, event.currentTarget.value)
              }}
            />
          </Field>
          <Button type="submit" tone="danger" disabled={sessionId.trim() === '' || hasSpaces} busy={ask.isPending}>
            {t('closeOne')}
          </Button>
        </form>
      </div>
      <div className={styles.told}>
        <StatusLine tone={close.isSuccess ? 'good' : 'info'}>{close.isSuccess ? words(close.data) : ''}</StatusLine>
        {failed !== null && <ErrorNotice failure={failureOf(failed)} about={t('closeOneFailed')} live="status" />}
      </div>
      {ticket !== null && (
        <Confirm
          ticket={ticket}
          onCancel={() => {
            setTicket(null)
          }}
          close={{
            isPending: close.isPending,
            mutate: () => {
              if (!close.isPending) close.mutate(ticket)
            },
          }}
        />
      )}
    </Panel>
  )
}
