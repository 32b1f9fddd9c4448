/** Changes to an object: a field that is absent or undefined stays unchanged. */
export type Patch<Whole> = { readonly [Field in keyof Whole]?: Whole[Field] | undefined }

/** The object with the patch applied. */
export function patched<Whole extends object>(before: Whole, patch: Patch<Whole>): Whole {
  return { ...before, ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) }
}
