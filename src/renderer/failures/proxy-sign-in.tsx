import { useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { call, failureOf } from '../api/call.ts'
import { appScope, useProfileTask } from '../api/use-command.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Note, Stack, Text } from '../ui/layout.tsx'
import { SecretInput, TextInput } from '../ui/text-input.tsx'
import { useFailureText } from './describe-failure.ts'

interface ProxySignInProps {
  /** Host and port. */
  readonly proxy: string
  /** Repeats the task that the proxy blocked. */
  readonly onSignedIn: (() => void) | undefined
}

const maxLength = 256

function SignInDialog({ proxy, onSignedIn, onClose }: ProxySignInProps & { readonly onClose: () => void }) {
  const { t } = useTexts('failures')
  const text = useFailureText()
  const [user, setUser] = useState('')
  const password = useRef<HTMLInputElement>(null)
  const [isForgotten, setForgotten] = useState(false)
  // The password is read from its field at the moment of the call and is in no state or cache.
  const task = useProfileTask({
    scopeOf: appScope,
    run: (keepIn: 'keychain' | 'session', { profileId }) =>
      call('proxy.signIn', { proxy, user, password: password.current?.value ?? '', keepIn }, profileId),
  })
  const canSign = user !== '' && !user.includes(':')
  const submit = (): void => {
    if (!canSign || task.isPending) return
    task.mutate(isForgotten ? 'session' : 'keychain', () => {
      onClose()
      onSignedIn?.()
    })
  }
  return (
    <Dialog
      title={t('proxySignIn.action')}
      onClose={onClose}
      action={{
        label: t('proxySignIn.action'),
        tone: 'primary',
        disabled: !canSign,
        busy: task.isPending,
        onClick: submit,
      }}
    >
      <Stack
        as="form"
        gap={3}
        onSubmit={(event) => {
          event.preventDefault()
          // The failure might be shown inside a form, which would be submitted too.
          event.stopPropagation()
          submit()
        }}
      >
        <Note>{t('proxySignIn.hint', { proxy })}</Note>
        <Field label={t('proxySignIn.user')}>
          <TextInput value={user} maxLength={maxLength} onType={setUser} />
        </Field>
        <Field label={t('proxySignIn.password')}>
          <SecretInput ref={password} />
        </Field>
        <Checkbox label={t('proxySignIn.session')} isChecked={isForgotten} onChange={setForgotten} />
        {task.error !== null && (
          <Text as="p" role="status" tone="bad">
            {text(failureOf(task.error)).sentence}
          </Text>
        )}
        {/* Enter in a field submits. */}
        <button type="submit" hidden />
      </Stack>
    </Dialog>
  )
}

/** The button that asks for the proxy's user name and password. */
export function ProxySignIn(props: ProxySignInProps) {
  const { t } = useTexts('failures')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('proxySignIn.action')}
      </Button>
      {isOpen && createPortal(<SignInDialog {...props} onClose={() => setOpen(false)} />, document.body)}
    </>
  )
}
