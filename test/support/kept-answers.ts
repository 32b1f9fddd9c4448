import type { ElectronApplication } from '@playwright/test'

type Evaluate = ElectronApplication['evaluate']

/**
 * Makes `app.evaluate` deliver every answer. When main collects garbage at the wrong moment, the inspector of V8 loses
 * an answer that was already there ("Resulting promise was garbage collected"), about three in a hundred in a busy
 * program. So main keeps each answer, and a lost answer is requested again without doing the work twice.
 */
export function keepAnswers(app: ElectronApplication): void {
  const evaluate = app.evaluate.bind(app)
  let calls = 0
  const evaluateKept = async (work: unknown, argument: unknown): Promise<unknown> => {
    calls += 1
    const body = `
      const answers = (globalThis.keptAnswers ??= new Map())
      if (!answers.has(${calls})) answers.set(${calls}, (${String(work)})(electron, argument))
      return answers.get(${calls})`
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- it runs in main, which gets its text
    const kept = new Function('electron', 'argument', body) as (electron: unknown, argument: unknown) => unknown
    for (;;) {
      try {
        return await evaluate(kept, argument)
      } catch (error) {
        if (!String(error).includes('promise was garbage collected')) throw error
      }
    }
  }
  // Playwright's type for the result of an evaluated text is as unspecific as this one.
  app.evaluate = evaluateKept as Evaluate
}
