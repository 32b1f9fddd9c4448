import type { Page } from '@playwright/test'

/** Calls main as a script in the page would, for the window's profile. */
export function callBridge(page: Page, name: string, input: unknown): Promise<unknown> {
  return page.evaluate(
    async ([operation, asked]) => {
      const state = (await window.bridge.call('app.state', {})) as {
        readonly value: { readonly openProfileId: string | null }
      }
      return window.bridge.call(operation, asked, state.value.openProfileId)
    },
    [name, input] as const,
  )
}
