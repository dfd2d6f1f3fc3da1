import { fileNameOf } from '../../resource/file-name.ts';

/** A short, harmless last segment of an object key that still looks like the file's name. */
export function objectName(fileName: string): string {
  const plain = (fileNameOf(fileName) ?? '').replaceAll(/[^A-Za-z0-9._-]+/g, '_').replace(/^[._]+/, '');
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(plain)?.[0] ?? '';
  const stem = plain.slice(0, plain.length - extension.length).slice(0, 80);
  return (stem || 'document') + extension;
}
