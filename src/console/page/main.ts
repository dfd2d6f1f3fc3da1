import { openPanel } from './intake/panel.ts';
import { takeDocuments } from './intake/sources.ts';
import { openHeader } from './shell/header.ts';
import { listenForShortcuts } from './shell/shortcuts.ts';
import { signIn } from './shell/sign-in.ts';
import { showPages } from './shell/view.ts';

openHeader();
await signIn();
openPanel();
takeDocuments();
listenForShortcuts();
showPages();
