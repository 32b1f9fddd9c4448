/** The system's dialogs, which no test can click. */
import type { ElectronApplication } from '@playwright/test'

/** The operator's choice whenever a file is saved from now on. */
export async function answerSaveDialog(app: ElectronApplication, filePath: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen })
  }, filePath)
}
