/** Facts for the program itself: an intent's step is told by its outcome, and its own ids by nothing on screen. */
export const hiddenFacts: ReadonlySet<string> = new Set(['step', 'jobId', 'batchId', 'runId', 'exchangeId', 'ruleId'])

/** "watchedCalls" as "watched calls". */
export function factName(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
