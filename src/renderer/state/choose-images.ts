/** Id of the input in the shell that takes the chosen images. */
export const imagesInputId = 'images'

/** Opens the system's file dialog for images; does nothing when the open profile cannot create avatars. */
export function chooseImages(): void {
  document.getElementById(imagesInputId)?.click()
}
