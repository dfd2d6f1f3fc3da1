import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import Diagram from './diagram.ts';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => void app.component('Diagram', Diagram),
} satisfies Theme;
