/** Id of the input in the shell that takes the chosen images. */
export const imagesInputId = 'images'

/** Opens the system's choice of images; nothing where the open profile creates no avatars. */
export function chooseImages(): void {
  document.getElementById(imagesInputId)?.click()
}
