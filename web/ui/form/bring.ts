/** Brings a field at fault to the person: into the middle of the screen, with the focus on what is to be filled in. */
export function bringField(form: Element | null, key: string): void {
  const frame = form?.querySelector(`[data-field="${key}"]`);
  frame?.scrollIntoView({ block: 'center' });
  frame?.querySelector<HTMLElement>('input:not([type=file]), textarea, select, button')?.focus({ preventScroll: true });
}
