import { make } from '../dom.ts';
import { icon } from '../icons.ts';
import { addFiles } from './staged.ts';

/** Where documents are chosen; they can be dropped here as anywhere. */
export function dropZone(): HTMLElement {
  const files = make('input', { type: 'file', multiple: true, className: 'files' });
  const folder = make('input', { type: 'file', multiple: true, webkitdirectory: true, className: 'folder' });
  for (const input of [files, folder])
    input.addEventListener('change', () => {
      addFiles([...(input.files ?? [])]);
      input.value = '';
    });
  return make(
    'div',
    { className: 'drop' },
    icon('upload'),
    make('p', {}, 'Drop documents or folders anywhere, or paste them'),
    make(
      'div',
      { className: 'row' },
      make('label', { className: 'button' }, files, 'Choose files'),
      make('label', { className: 'button plain' }, folder, 'Choose a folder'),
    ),
  );
}
