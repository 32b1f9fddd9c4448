/** Native questions, which no page can press and Playwright cannot see: main answers and records them. */
import type { ElectronApplication } from '@playwright/test'

/** A question as main showed it. */
export interface NativeQuestion {
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
  readonly defaultId: number
  readonly cancelId: number
}

/** Answers all questions from now on with the button that cancels, or with the one that confirms. */
export async function answerQuestions(app: ElectronApplication, answer: 'Cancel' | 'Confirm'): Promise<void> {
  await app.evaluate(({ dialog }, wanted) => {
    const asked: unknown[] = []
    Object.assign(globalThis, { askedNatively: asked })
    dialog.showMessageBox = ((_window: unknown, options: unknown) => {
      asked.push(options)
      return Promise.resolve({ response: wanted === 'Confirm' ? 0 : 1, checkboxChecked: false })
    }) as typeof dialog.showMessageBox
  }, answer)
}

/** The questions since the last call of `answerQuestions`. */
export async function questionsAsked(app: ElectronApplication): Promise<readonly NativeQuestion[]> {
  return app.evaluate(
    () => (globalThis as unknown as { readonly askedNatively: readonly NativeQuestion[] }).askedNatively,
  )
}
