import { screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { useOpenProfile } from '../../../src/renderer/api/use-app-state.ts'
import { Shell } from '../../../src/renderer/app/shell.tsx'
import { ErrorNotice } from '../../../src/renderer/failures/error-notice.tsx'
import { AccountSection } from '../../../src/renderer/sections/account/account-section.tsx'
import { ActivitySection } from '../../../src/renderer/sections/activity/activity-section.tsx'
import { AvatarsSection } from '../../../src/renderer/sections/avatars/avatars-section.tsx'
import { ConversationsSection } from '../../../src/renderer/sections/conversations/conversations-section.tsx'
import { SessionsSection } from '../../../src/renderer/sections/sessions/sessions-section.tsx'
import { go } from '../../../src/renderer/state/location-store.ts'
import { contract } from '../../../src/shared/contract.ts'
import type { OperationName } from '../../../src/shared/contract.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { atRest, fail, pasteInto, renderPage } from '../../support/render.tsx'
import { twoApplications } from '../sessions/stage.ts'

const open = (): ReturnType<typeof anAppState> => anAppState([aProfile({ applications: twoApplications })])

// The profile is known before a section is drawn, so that no section is drawn a second time.
function WithProfile({ children }: { readonly children: ReactNode }) {
  return useOpenProfile() === null ? null : children
}

const reads: readonly (readonly [OperationName, ReactNode])[] = [
  ['account.figures', <AccountSection key="account" />],
  ['account.series', <AccountSection key="account" />],
  ['activity.list', <ActivitySection key="activity" />],
  ['creator.read', <AvatarsSection key="avatars" />],
  ['job.list', <AvatarsSection key="avatars" />],
  ['queue.read', <AvatarsSection key="avatars" />],
  ['library.list', <ConversationsSection key="conversations" />],
  ['session.overview', <SessionsSection key="sessions" />],
  ['session.figures', <SessionsSection key="sessions" />],
  ['session.series', <SessionsSection key="sessions" />],
  ['inbox.list', <SessionsSection key="sessions" />],
  ['inbox.watchedFile', <SessionsSection key="sessions" />],
]

// Would catch a failure that says "try again" without a button.
test.each(reads)('a failed %s offers a retry that works', async (operation, section) => {
  let isBroken = true
  const good = { ...atRest, 'app.state': open }[operation] as (input: unknown) => unknown
  const page = renderPage(<WithProfile>{section}</WithProfile>, {
    handlers: {
      'app.state': open,
      [operation]: (input: unknown) =>
        isBroken ? fail({ kind: 'storage', reason: 'other', detail: 'EIO' }) : good(input),
    },
  })
  expect(contract[operation].kind).toBe('query')
  if (operation === 'inbox.watchedFile')
    await page.user.click(await screen.findByRole('button', { name: 'Add session IDs' }))
  await screen.findAllByRole('button', { name: 'Try again' })
  // Parts that load later repeat the failed read and draw the button again.
  await page.user.hover(document.body)
  const [retry] = await screen.findAllByRole('button', { name: 'Try again' })
  if (retry === undefined) throw new Error('no button')
  isBroken = false
  const before = page.callsOf(operation).length
  await page.user.click(retry)
  await waitFor(() => expect(page.callsOf(operation).length).toBeGreaterThan(before))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
  expect(within(document.body).queryByText(/Couldn't read/)).toBeNull()
})

const signIn = { operation: 'queryAccount', sent: 'no', at: 0, httpStatus: 407, code: null, message: null } as const

// Would catch "sign in to the proxy" without a button, and a password that stays in the page.
test('a failure that requires a proxy password offers the sign-in', async () => {
  const wants = { kind: 'proxy-authentication', proxy: 'proxy.corp:3128', ...signIn, exchangeId: null } as const
  let isSignedIn = false
  const page = renderPage(<ErrorNotice failure={wants} onRetry={() => (isSignedIn = true)} />, {
    handlers: { 'proxy.signIn': () => null },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Sign in to proxy' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Sign in to proxy' }))
  await page.user.type(dialog.getByRole('textbox', { name: 'User name' }), 'ada')
  await pasteInto(page.user, dialog.getByRole('textbox', { name: 'Password' }), 'hunter2')
  expect(document.documentElement.outerHTML).not.toContain('hunter2')
  await page.user.click(dialog.getByRole('button', { name: 'Sign in to proxy' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = { proxy: 'proxy.corp:3128', user: 'ada', password: 'hunter2', keepIn: 'keychain' }
  expect(page.callsOf('proxy.signIn')).toEqual([sent])
  expect(isSignedIn).toBe(true)
})

test('a proxy without a supported authentication scheme offers no sign-in', async () => {
  const wants = {
    kind: 'proxy-authentication',
    proxy: 'p:1',
    unsupported: 'NTLM',
    ...signIn,
    exchangeId: null,
  } as const
  renderPage(<ErrorNotice failure={wants} />)
  await screen.findByText("Proxy p:1 requires NTLM, which Greenroom doesn't support.")
  expect(screen.queryByRole('button', { name: 'Sign in to proxy' })).toBeNull()
})

// Would catch a next step without a link, and a next step that requires a secret for the practice service.
test.each([
  ['service', { words: 'Paste a new token or key in Settings.', button: 'Edit profile' }, ['textbox', 'Access token']],
  ['practice', { words: 'Turn off “Rejected token”.', button: 'Practice service' }, ['region', 'Practice service']],
] as const)(
  'a token that a %s rejects links to the page that solves this',
  async (kind, { words, button }, [role, name]) => {
    const rejected = () =>
      fail({
        kind: 'token-rejected',
        operation: 'queryAccount',
        sent: 'yes',
        at: 0,
        httpStatus: 200,
        code: '1006',
        message: null,
        exchangeId: null,
      })
    const { user } = renderPage(<Shell />, {
      handlers: { 'app.state': () => anAppState([aProfile({ kind })]), 'account.series': rejected },
    })
    await user.click(await screen.findByRole('link', { name: 'Account' }))
    await screen.findAllByText(words, {}, { timeout: 10_000 })
    await user.click(within(screen.getByRole('main')).getAllByRole('button', { name: button })[0] ?? document.body)
    expect(await screen.findByRole(role, { name }, { timeout: 10_000 })).toBe(document.activeElement)
    go({ section: 'avatars' })
  },
)
