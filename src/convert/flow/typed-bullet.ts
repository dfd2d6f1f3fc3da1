import type { Inline } from '../document.ts';

const BULLET = /^\s*[•●▪◦‣➢]\s*/u;

/** A paragraph without the bullet that its author typed before the text, or undefined where there is none. */
export function withoutTypedBullet(inlines: readonly Inline[]): Inline[] | undefined {
  const at = inlines.findIndex((inline) => inline.kind !== 'text' || inline.text.trim() !== '');
  const first = inlines[at];
  if (first?.kind !== 'text' || !BULLET.test(first.text)) return undefined;
  const text = first.text.replace(BULLET, '');
  const rest = [...(text === '' ? [] : [{ ...first, text }]), ...inlines.slice(at + 1)];
  return rest.some((inline) => inline.kind === 'text' && inline.text.trim() !== '') ? rest : undefined;
}
