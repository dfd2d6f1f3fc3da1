import { state, update } from '../state.ts';
import { addFiles, addUrl } from './staged.ts';

/** Documents that are dropped or pasted anywhere on the page. */
export function takeDocuments(): void {
  const signedIn = (): boolean => state().session !== undefined;
  const over = (is: boolean): void => void document.body.classList.toggle('over', is && signedIn());
  // The page is full of elements that a pointer leaves and enters.
  let depth = 0;
  addEventListener('dragenter', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    depth++;
    over(true);
  });
  addEventListener('dragleave', () => {
    depth = Math.max(0, depth - 1);
    if (depth === 0) over(false);
  });
  // A file that misses a small target would replace this page.
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    depth = 0;
    over(false);
    if (signedIn() && event.dataTransfer) void readFiles(event.dataTransfer).then(addFiles);
  });
  addEventListener('paste', (event) => {
    const { target, clipboardData } = event;
    if (!signedIn() || !clipboardData || (target instanceof Element && target.matches('input, textarea'))) return;
    const files = [...clipboardData.files];
    const text = clipboardData.getData('text').trim();
    if (files.length > 0) addFiles(files);
    else if (/^https?:\/\/\S+$/.test(text)) addUrl(text);
    else return;
    event.preventDefault();
    update({ adding: true });
  });
}

/** Files, and those within folders. Hidden ones are left out: systems put them there, not people. */
async function readFiles({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry());
  if (entries.every((entry) => entry === null)) return [...files];
  const found: File[] = [];
  const read = async (entry: FileSystemEntry): Promise<void> => {
    if (entry instanceof FileSystemFileEntry) {
      found.push(await new Promise<File>((done, fail) => entry.file(done, fail)));
    } else if (entry instanceof FileSystemDirectoryEntry) {
      const reader = entry.createReader();
      // A reader gives a hundred at a time, and none at its end.
      for (;;) {
        const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
        if (some.length === 0) break;
        for (const one of some) if (!one.name.startsWith('.')) await read(one);
      }
    }
  };
  for (const entry of entries) if (entry) await read(entry);
  return found;
}
