import { useId } from 'react'
import type { SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../shared/ids.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { typeConversationId, useTypedConversationId } from '../../state/conversation.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from './look-up.module.css'

/** Props of `LookUpForm`. */
export interface LookUpFormProps {
  readonly profileId: ProfileId
  readonly isBusy: boolean
  readonly onOpen: (conversationId: string) => void
}

// As the contract's schema of an id has it.
const longestId = 128

function useProblem(id: string): string | null {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  if (id.length > longestId) return t('tooLong', { number: format.number(id.length) })
  return /\s/.test(id) ? t('noSpaces') : null
}

/** The id and the button that reads it from the service; what is wrong with the id is said at its box, at once. */
export function LookUpForm({ profileId, isBusy, onOpen }: LookUpFormProps) {
  const { t } = useTranslation('conversations')
  const boxId = useId()
  const typed = useTypedConversationId(profileId)
  const id = typed.trim()
  const problem = useProblem(id)
  const canOpen = id !== '' && problem === null
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (!isBusy && canOpen) onOpen(id)
  }
  return (
    <form className={styles.lookUp} aria-label={t('lookUp')} onSubmit={submit}>
      <label htmlFor={boxId}>{t('conversationId')}</label>
      <span className={styles.box}>
        <TextInput
          id={boxId}
          mono
          value={typed}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${boxId}-problem`}
          onChange={(event) => {
            typeConversationId(profileId, event.currentTarget.value)
          }}
        />
        {problem !== null && (
          <span id={`${boxId}-problem`} role="alert" className={styles.problem}>
            {problem}
          </span>
        )}
      </span>
      <Button type="submit" tone="primary" busy={isBusy} disabled={!canOpen}>
        {t('open')}
      </Button>
    </form>
  )
}
